import { Alert, Button } from '@mantine/core';
import { IconAlertCircle, IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { loadViewer, prefetchViewer } from '../../viewer/load-viewer.ts';
import { useRemoteSession } from '../../viewer/use-remote-session.tsx';
import classes from '../download-button.module.css';

interface ViewButtonProps {
  requestSession: () => Promise<{ remoteSessionURL: string }>;
}

/** Opens the online viewer over the page. Its code is loaded in advance. */
export function ViewButton({ requestSession }: ViewButtonProps) {
  const { open, pending, failure, dialog } = useRemoteSession(requestSession);
  useEffect(prefetchViewer, []);
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconEye size={18} stroke={1.6} />}
        loading={pending}
        onClick={() => open()}
        onPointerEnter={() => void loadViewer().catch(() => undefined)}
      >
        Онлайн-просмотр
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
