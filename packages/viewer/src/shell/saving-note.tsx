import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUpload } from '@tabler/icons-react';
import type { AnnotationsStore } from '../annotations/annotations-store.ts';
import { useStore } from '../store.ts';
import classes from './shell.module.css';

const ONLY_HERE = 'Разметка видна только вам и исчезнет при закрытии';

/** Whether what was drawn is kept. */
export function SavingNote({ annotations }: { annotations: AnnotationsStore }) {
  const { saving, problem, own } = useStore(annotations, (all) => all);
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
      return own.length === 0 ? null : (
        <output className={classes.status}>
          <IconCloudCheck size={18} stroke={1.6} aria-hidden /> <span>Сохранено</span>
        </output>
      );
    case 'local':
      return own.length === 0 ? null : (
        <output className={classes.status} title={ONLY_HERE}>
          <IconCloudOff size={18} stroke={1.6} aria-hidden /> <span>{ONLY_HERE}</span>
        </output>
      );
    case 'conflict':
      return (
        <output className={classes.status} data-bad>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          Разметка изменена в другом окне
          <Button size="compact-sm" variant="light" onClick={() => void annotations.mergeAndSave()}>
            Объединить
          </Button>
        </output>
      );
    case 'failed':
      return (
        <output className={classes.status} data-bad>
          <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
          {problem}
        </output>
      );
  }
}
