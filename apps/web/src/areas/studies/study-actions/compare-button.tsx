import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconColumns2 } from '@tabler/icons-react';
import type { Opened } from '../../viewing/online-viewer/remote-session.ts';
import { useRemoteSession } from '../../viewing/online-viewer/use-remote-session.tsx';
import classes from '../studies/download-button.module.css';

interface CompareButtonProps {
  requestSession: () => Promise<Opened>;
}

/** Opens the viewer with the choice of a second study of the patient. */
export function CompareButton({ requestSession }: CompareButtonProps) {
  const { open, pending, failure, dialog } = useRemoteSession(requestSession, { compare: true });
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconColumns2 size={18} stroke={1.6} />}
        loading={pending}
        onClick={() => open()}
      >
        Сравнить
      </Button>
      {failure && (
        <Alert className={classes.alert} color="red" icon={<IconAlertCircle />} role="alert">
          {failure}
        </Alert>
      )}
      {dialog}
    </>
  );
}
