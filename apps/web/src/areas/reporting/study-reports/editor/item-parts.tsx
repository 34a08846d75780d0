import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { ActionIcon, Button, Collapse, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { acceptedFrom } from '@snimok/contract/viewing/segmentation-labels';
import { IconDental, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { Conflict } from './conflict.tsx';
import type { DraftStore } from './draft-store.ts';
import classes from './editor.module.css';
import type { EditedPart, Kind, ValueOf } from './parts.ts';
import { TeethPicker } from './teeth-picker.tsx';

interface ItemPartsProps {
  parts: readonly EditedPart[];
  store: DraftStore;
}

/** The parts of a kind; one that was removed stays visible while a colleague's change of it waits for a decision. */
const itemsOf = (parts: readonly EditedPart[], kind: Kind): EditedPart[] =>
  parts.filter((one) => one.kind === kind && (one.value !== null || one.conflict));

interface RemoveProps {
  label: string;
  onClick: () => void;
}

const Remove = ({ label, onClick }: RemoveProps) => (
  <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} title={label} onClick={onClick}>
    <IconTrash size={18} stroke={1.6} />
  </ActionIcon>
);

/** Findings of single teeth. */
export function FindingParts({ parts, store }: ItemPartsProps) {
  const findings = itemsOf(parts, 'finding');
  const add = () => store.change('finding', `finding:${newUUID()}`, { teeth: [], text: '' });
  return (
    <Stack gap="sm" role="group" aria-label="Находки по зубам">
      {findings.map((part, at) => (
        <div key={part.part} className={classes.item}>
          {part.value !== null && (
            <Finding
              number={at + 1}
              value={part.value as NonNullable<ValueOf<'finding'>>}
              onChange={(value) => store.change('finding', part.part, value)}
            />
          )}
          <Conflict of={part} store={store} />
        </div>
      ))}
      <Group>
        <Button variant="default" leftSection={<IconPlus size={18} stroke={1.8} />} onClick={add}>
          Добавить находку
        </Button>
      </Group>
    </Stack>
  );
}

interface FindingProps {
  number: number;
  value: NonNullable<ValueOf<'finding'>>;
  onChange: (value: ValueOf<'finding'>) => void;
}

function Finding({ number, value, onChange }: FindingProps) {
  const { teeth, text, model } = value;
  const [isOpen, setOpen] = useState(teeth.length === 0);
  return (
    <Stack gap="xs">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Button
          variant="light"
          size="compact-md"
          leftSection={<IconDental size={18} stroke={1.6} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          styles={{ label: { whiteSpace: 'normal' }, root: { height: 'auto', minHeight: 34 } }}
        >
          {teeth.length > 0 ? `Зубы: ${teeth.join(', ')}` : 'Выберите зубы'}
        </Button>
        <Remove label={`Убрать находку ${number}`} onClick={() => onChange(null)} />
      </Group>
      <Collapse expanded={isOpen}>
        <TeethPicker teeth={teeth} onChange={(chosen) => onChange({ ...value, teeth: chosen })} />
      </Collapse>
      <Textarea
        aria-label={`Описание находки ${number}`}
        placeholder="Что видно"
        autosize
        minRows={2}
        maxLength={MOST_CHARACTERS.reportText}
        value={text}
        onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
      />
      {model && (
        <Text size="sm" c="dimmed">
          {acceptedFrom(model)}
        </Text>
      )}
    </Stack>
  );
}

/** Key images of the viewer. */
export function PictureParts({ parts, store }: ItemPartsProps) {
  const pictures = itemsOf(parts, 'picture');
  if (pictures.length === 0) return null;
  return (
    <div className={classes.pictures} role="group" aria-label="Снимки">
      {pictures.map(({ part, value, ...rest }, at) => {
        const picture = value as ValueOf<'picture'>;
        return (
          <div key={part} className={classes.item}>
            {picture && (
              <Stack gap="xs">
                <img className={classes.picture} src={picture.picture} alt={picture.caption} />
                <Group gap={4} wrap="nowrap">
                  <TextInput
                    style={{ flex: 1 }}
                    aria-label={`Подпись к снимку ${at + 1}`}
                    placeholder="Подпись"
                    maxLength={MOST_CHARACTERS.line}
                    value={picture.caption}
                    onChange={({ currentTarget }) =>
                      store.change('picture', part, { ...picture, caption: currentTarget.value })
                    }
                  />
                  <Remove
                    label={`Убрать снимок ${at + 1}`}
                    onClick={() => store.change('picture', part, null)}
                  />
                </Group>
              </Stack>
            )}
            <Conflict of={{ ...rest, part, value }} store={store} />
          </div>
        );
      })}
    </div>
  );
}

/** Measurements of the viewer. */
export function MeasurementParts({ parts, store }: ItemPartsProps) {
  const measurements = itemsOf(parts, 'measurement');
  if (measurements.length === 0) return null;
  return (
    <Stack gap="xs" role="group" aria-label="Измерения">
      {measurements.map((part, at) => {
        const value = part.value as ValueOf<'measurement'>;
        const change = (changed: ValueOf<'measurement'>) => store.change('measurement', part.part, changed);
        return (
          <div key={part.part}>
            {value && (
              <div className={classes.measurement}>
                <TextInput
                  aria-label={`Что измерено, ${at + 1}`}
                  maxLength={MOST_CHARACTERS.line}
                  value={value.label}
                  onChange={({ currentTarget }) => change({ ...value, label: currentTarget.value })}
                />
                <TextInput
                  aria-label={`Значение, ${at + 1}`}
                  maxLength={MOST_CHARACTERS.line}
                  value={value.value}
                  onChange={({ currentTarget }) => change({ ...value, value: currentTarget.value })}
                />
                <Remove label={`Убрать измерение ${at + 1}`} onClick={() => change(null)} />
              </div>
            )}
            <Conflict of={part} store={store} />
          </div>
        );
      })}
    </Stack>
  );
}
