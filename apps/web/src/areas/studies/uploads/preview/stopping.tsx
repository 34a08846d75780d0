import { Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import classes from '../chosen-files.module.css';
import { stopUpload } from './stop-upload.ts';

/** Stops an upload that belongs to another patient; afterwards files can be chosen again. */
export function useStopping(studyID: number, onChanged: () => Promise<unknown>) {
  const [state, setState] = useState<'stopping' | 'stopped'>();
  return {
    isStopping: state === 'stopping',
    wasStopped: state === 'stopped',
    async stop(uploadUUID: string) {
      setState('stopping');
      const isStopped = await stopUpload(studyID, uploadUUID);
      await onChanged();
      setState(isStopped ? 'stopped' : undefined);
      return isStopped;
    },
  };
}

export const Stopping = () => (
  <Group className={classes.found} gap="sm" role="status">
    <Loader size={16} />
    <Text>Удаляем отправленное</Text>
  </Group>
);
