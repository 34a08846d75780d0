import { ActionIcon, Group, Popover, Stack, Switch, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { captionOf, type Annotation } from '../annotations/annotation.ts';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { MARK_WORDS } from '../annotations/labels.ts';
import { useStore } from '../store.ts';
import type { Vec3 } from '../geometry/vectors.ts';
import classes from './shell.module.css';

interface MarksMenuProps {
  marks: AnnotationsStore;
  unitMm: Vec3 | undefined;
  /** brings one into view */
  onShow: (mark: Annotation) => void;
}

/** All that was drawn on the study, by author. */
export function AnnotationsMenu({ marks, unitMm, onShow }: MarksMenuProps) {
  const { own, others, shown } = useStore(marks, (all) => all);
  const count = others.reduce((sum, author) => sum + author.marks.length, own.length);
  return (
    <Popover position="bottom-end" shadow="lg" width={320}>
      <Popover.Target>
        <button type="button" className={classes.choice} aria-label={`Разметка: ${count}`}>
          <IconPencil size={18} stroke={1.6} aria-hidden />
          <span>{count}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.marks}>
        <Stack gap="sm">
          <Switch
            label="Показывать разметку"
            checked={shown}
            onChange={(event) => marks.set({ shown: event.currentTarget.checked })}
          />
          {count === 0 && <Text c="dimmed">Пока ничего не отмечено. Выберите инструмент слева.</Text>}
          {own.map((mark) => (
            <Group key={mark.markID} gap="xs" wrap="nowrap" justify="space-between">
              <MarkLine mark={mark} unitMm={unitMm} onShow={onShow} />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Удалить: ${MARK_WORDS[mark.kind]}`}
                onClick={() => marks.remove(mark.markID)}
              >
                <IconTrash size={18} stroke={1.6} />
              </ActionIcon>
            </Group>
          ))}
          {others.map((author) => (
            <section key={author.authorName}>
              <Text size="sm" c="dimmed">
                {author.authorName}
              </Text>
              {author.marks.map((mark) => (
                <MarkLine key={mark.markID} mark={mark} unitMm={unitMm} onShow={onShow} />
              ))}
            </section>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

const MarkLine = ({
  mark,
  unitMm,
  onShow,
}: { mark: Annotation } & Pick<MarksMenuProps, 'unitMm' | 'onShow'>) => (
  <button type="button" className={classes.markLine} onClick={() => onShow(mark)}>
    {MARK_WORDS[mark.kind]} <span>{captionOf(mark, unitMm)}</span>
  </button>
);
