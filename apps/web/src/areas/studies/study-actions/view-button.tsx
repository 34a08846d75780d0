import { Alert, Button, type MantineSize } from '@mantine/core';
import { IconAlertCircle, IconEye } from '@tabler/icons-react';
import { useEffect } from 'react';
import { prefetchViewer, preloadViewer } from '../../viewing/online-viewer/load-viewer.ts';
import type { Opened } from '../../viewing/online-viewer/remote-session.ts';
import { useRemoteSession } from '../../viewing/online-viewer/use-remote-session.tsx';
import classes from '../studies/download-button.module.css';

interface ViewButtonProps {
  requestSession: () => Promise<Opened>;
  /** the main action of its row */
  primary?: boolean;
  size?: MantineSize | undefined;
}

/** Opens the online viewer over the page. Its code is loaded in advance. */
export function ViewButton({ requestSession, primary, size }: ViewButtonProps) {
  const { open, pending, failure, dialog } = useRemoteSession(requestSession);
  useEffect(prefetchViewer, []);
  return (
    <>
      <Button
        variant={primary ? 'filled' : 'subtle'}
        size={size}
        leftSection={<IconEye size={18} stroke={1.6} />}
        loading={pending}
        onClick={() => open()}
        onPointerEnter={preloadViewer}
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
