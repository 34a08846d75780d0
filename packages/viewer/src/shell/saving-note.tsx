import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useStore } from '../store.ts';
import { useViewerHost } from '../viewer-host.ts';
import classes from './shell.module.css';

const LOCAL_NOTE = 'Разметка видна только вам и исчезнет при закрытии';

/** Shows whether the annotations are saved. */
export function SavingNote({ annotations }: { annotations: AnnotationsStore }) {
  const { saving, failure, own, others, plan } = useStore(annotations, (all) => all);
  // until the author has a plan, that of another one is shown
  const hasReadings =
    !!plan.readings?.length && others.every(({ plan: theirs }) => theirs?.readings !== plan.readings);
  const hasLandmarks =
    !!plan.cephalograms?.length &&
    others.every(({ plan: theirs }) => theirs?.cephalograms !== plan.cephalograms);
  const isEmpty = own.length === 0 && !hasReadings && !hasLandmarks;
  switch (saving) {
    case 'loading':
      return null;
    case 'saving':
      return (
        <output className={classes.status}>
          <IconCloudUpload size={18} stroke={1.6} aria-hidden /> <span>Сохраняем…</span>
        </output>
      );
    case 'saved':
      return isEmpty ? null : (
        <output className={classes.status}>
          <IconCloudCheck size={18} stroke={1.6} aria-hidden /> <span>Сохранено</span>
        </output>
      );
    case 'local':
      if (failure !== undefined) return <Failure reason={failure} />;
      return isEmpty ? null : (
        <output className={classes.status} title={LOCAL_NOTE}>
          <IconCloudOff size={18} stroke={1.6} aria-hidden /> <span>{LOCAL_NOTE}</span>
        </output>
      );
    case 'conflict':
      return (
        <output className={classes.status} data-error>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          Разметка изменена в другом окне
          <Button size="compact-sm" variant="light" onClick={() => void annotations.mergeAndSave()}>
            Объединить
          </Button>
        </output>
      );
    case 'failed':
      return <Failure reason={failure} />;
  }
}

function Failure({ reason }: { reason: unknown }) {
  const { explain } = useViewerHost();
  return (
    <output className={classes.status} data-error>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      {explain(reason)}
    </output>
  );
}
