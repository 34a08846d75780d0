import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { acceptedFrom } from '@snimok/contract/viewing/segmentation-labels';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogFooter } from '../../../../shared/dialogs/dialog-footer.tsx';
import type { DraftStore } from './draft-store.ts';
import classes from './editor.module.css';
import { type ReportDraft, type Sources, sourcesQuery } from '../queries.ts';
import { Loading } from '../../../../shared/ui/loading.tsx';

interface InsertDialogProps {
  draft: Pick<ReportDraft, 'studyID' | 'withFindings'>;
  store: DraftStore;
  opened: boolean;
  onClose: () => void;
}

/** Chooses key images and measurements of the viewer, and accepted findings of a model, for the report. */
export const InsertDialog = ({ opened, ...content }: InsertDialogProps) => (
  <Dialog title="Вставить снимки и измерения" opened={opened} onClose={content.onClose}>
    <Suspense fallback={<Loading height={120} />}>
      <Content {...content} />
    </Suspense>
  </Dialog>
);

function Content({ draft: { studyID, withFindings }, store, onClose }: Omit<InsertDialogProps, 'opened'>) {
  const { data } = useSuspenseQuery(sourcesQuery(studyID));
  const { keyImages, measurements, findings = [] } = data;
  if (keyImages.length + measurements.length + (withFindings ? findings.length : 0) === 0)
    return (
      <Stack gap="md">
        <Text>
          Вставлять пока нечего. Отметьте ключевой снимок звёздочкой, проведите измерение или примите находку
          программы в онлайн-просмотре.
        </Text>
        <DialogFooter>
          <Button variant="default" onClick={onClose}>
            Закрыть
          </Button>
        </DialogFooter>
      </Stack>
    );
  return (
    <Choice sources={{ ...data, findings: withFindings ? findings : [] }} store={store} onClose={onClose} />
  );
}

const keyOf = ({ model }: NonNullable<Sources['findings']>[number]): string => `finding ${model.number}`;

interface ChoiceProps {
  sources: Sources;
  store: DraftStore;
  onClose: () => void;
}

function Choice({ sources: { keyImages, measurements, findings = [] }, store, onClose }: ChoiceProps) {
  const present = store
    .get()
    .parts.flatMap(({ value }) =>
      value && typeof value === 'object' && 'keyImageUUID' in value ? value.keyImageUUID : [],
    );
  const [chosen, setChosen] = useState<string[]>([]);
  const insert = () => {
    for (const { keyImageUUID, title, picture } of keyImages)
      if (chosen.includes(keyImageUUID))
        store.change('picture', `picture:${newUUID()}`, { keyImageUUID, caption: title, picture });
    for (const { markID, label, value } of measurements)
      if (chosen.includes(markID)) store.change('measurement', `measurement:${newUUID()}`, { label, value });
    for (const finding of findings)
      if (chosen.includes(keyOf(finding))) store.change('finding', `finding:${newUUID()}`, finding);
    onClose();
  };
  return (
    <Stack gap="md">
      <Checkbox.Group value={chosen} onChange={setChosen} aria-label="Что вставить">
        <Stack gap="md">
          {keyImages.length > 0 && (
            <div className={classes.pictures}>
              {keyImages.map(({ keyImageUUID, title, picture, authorName }) => (
                <Stack key={keyImageUUID} gap={6}>
                  <img className={classes.picture} src={picture} alt="" />
                  <Checkbox
                    value={keyImageUUID}
                    label={title || 'Без названия'}
                    description={present.includes(keyImageUUID) ? 'уже в заключении' : authorName}
                  />
                </Stack>
              ))}
            </div>
          )}
          {measurements.map(({ markID, label, value, authorName }) => (
            <Checkbox key={markID} value={markID} label={`${label}: ${value}`} description={authorName} />
          ))}
          {findings.map((finding) => (
            <Checkbox
              key={keyOf(finding)}
              value={keyOf(finding)}
              label={[...finding.teeth, finding.text].join(': ')}
              description={acceptedFrom(finding.model)}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <DialogFooter>
        <Button variant="default" onClick={onClose}>
          Отмена
        </Button>
        <Button disabled={chosen.length === 0} onClick={insert}>
          Вставить
        </Button>
      </DialogFooter>
    </Stack>
  );
}
