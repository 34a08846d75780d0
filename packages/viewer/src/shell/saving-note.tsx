import { Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useFields } from '../state/store.ts';
import { useViewerHost } from '../study/viewer-host.ts';
import classes from './shell.module.css';

const NOTES = {
  saving: { icon: IconCloudUpload, text: 'Сохраняем…' },
  saved: { icon: IconCloudCheck, text: 'Сохранено' },
  local: { icon: IconCloudOff, text: 'Разметка видна только вам и исчезнет при закрытии' },
} as const;

/** Whether the annotations are saved, as an icon in the header. */
export function SavingNote({ annotations }: { annotations: AnnotationsStore }) {
  const { saving, failure, own, others, plan } = useFields(
    annotations,
    'saving',
    'failure',
    'own',
    'others',
    'plan',
  );
  // while this author has no plan, the plan of another author is shown
  const hasReadings =
    !!plan.readings?.length && others.every(({ plan: theirs }) => theirs?.readings !== plan.readings);
  const hasLandmarks =
    !!plan.cephalograms?.length &&
    others.every(({ plan: theirs }) => theirs?.cephalograms !== plan.cephalograms);
  const isEmpty = own.length === 0 && !hasReadings && !hasLandmarks;
  if (saving !== 'saving' && saving !== 'saved' && saving !== 'local') return null;
  if (saving !== 'saving' && (isEmpty || failure !== undefined)) return null;
  const { icon: Icon, text } = NOTES[saving];
  return (
    <Tooltip label={text} position="bottom" openDelay={350}>
      <output className={classes.status}>
        <Icon size={20} stroke={1.6} aria-hidden /> <span>{text}</span>
      </output>
    </Tooltip>
  );
}

/** Why annotations could not be saved, and what can be done, below the header. */
export function SavingFailure({ annotations }: { annotations: AnnotationsStore }) {
  const { explain } = useViewerHost();
  const { saving, failure } = useFields(annotations, 'saving', 'failure');
  const isConflict = saving === 'conflict';
  if (!isConflict && saving !== 'failed' && (saving !== 'local' || failure === undefined)) return null;
  return (
    <output className={classes.failure}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      {isConflict ? 'Разметка изменена в другом окне' : explain(failure)}
      {isConflict && (
        <Button size="compact-sm" variant="light" onClick={() => void annotations.mergeAndSave()}>
          Объединить
        </Button>
      )}
    </output>
  );
}
