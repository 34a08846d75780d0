import { ActionIcon, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { IconMaximize, IconRulerMeasure, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './lightbox.module.css';
import { useRemoteSession } from '../viewer/use-remote-session.tsx';
import { useZoom } from './use-zoom.ts';

interface LightboxProps {
  url: string;
  caption: string;
  /** a session of the online viewer, for whom it is open */
  requestViewer?: (() => Promise<{ remoteSessionURL: string }>) | undefined;
  onClose: () => void;
}

/** The picture as large as the screen; on black, for that is how X-rays are read. */
export default function Lightbox({ url, caption, requestViewer, onClose }: LightboxProps) {
  const { view, frame, zoomIn, zoomOut, reset, handlers } = useZoom();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [viewing, setViewing] = useState(false);
  const tool = { variant: 'subtle', color: 'gray.3', size: 44, className: classes.tool };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      // the viewer above has its own use for the key
      closeOnEscape={!viewing}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Content className={classes.content}>
        <Modal.Body className={classes.body}>
          <Group className={classes.bar} wrap="nowrap" gap="xs">
            <Modal.Title className={classes.title}>{caption}</Modal.Title>
            {requestViewer && <OpenViewer requestSession={requestViewer} onViewing={setViewing} />}
            <Group gap={4} wrap="nowrap">
              <ActionIcon {...tool} onClick={zoomOut} disabled={view.scale <= 1} aria-label="Уменьшить">
                <IconZoomOut size={22} stroke={1.6} />
              </ActionIcon>
              <ActionIcon {...tool} onClick={zoomIn} aria-label="Увеличить">
                <IconZoomIn size={22} stroke={1.6} />
              </ActionIcon>
              <ActionIcon {...tool} onClick={reset} disabled={view.scale <= 1} aria-label="По размеру окна">
                <IconMaximize size={20} stroke={1.6} />
              </ActionIcon>
              <ActionIcon {...tool} onClick={onClose} aria-label="Закрыть">
                <IconX size={22} stroke={1.6} />
              </ActionIcon>
            </Group>
          </Group>
          <div
            ref={frame}
            className={classes.frame}
            data-zoomed={view.scale > 1 || undefined}
            data-autofocus
            tabIndex={0}
            {...handlers}
          >
            {state === 'loading' && <Loader color="gray" className={classes.note} />}
            {state === 'failed' && <Text className={classes.note}>Не удалось загрузить изображение.</Text>}
            <img
              src={url}
              alt={caption}
              draggable={false}
              onLoad={() => setState('shown')}
              onError={() => setState('failed')}
              hidden={state === 'failed'}
              style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
            />
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OpenViewerProps {
  requestSession: () => Promise<{ remoteSessionURL: string }>;
  onViewing: (viewing: boolean) => void;
}

/** From the picture to its measures: the viewer lies over the lightbox, and leads back to it. */
function OpenViewer({ requestSession, onViewing }: OpenViewerProps) {
  const { open, pending, failure, dialog } = useRemoteSession(requestSession);
  const viewing = Boolean(dialog);
  useEffect(() => onViewing(viewing), [viewing, onViewing]);
  return (
    <Group className={classes.viewer} gap={4}>
      {failure && (
        <Text role="alert" size="sm" c="red.3">
          {failure}
        </Text>
      )}
      <Button
        variant="subtle"
        color="gray.3"
        className={classes.tool}
        leftSection={<IconRulerMeasure size={20} stroke={1.6} />}
        loading={pending}
        onClick={() => open()}
      >
        Открыть в просмотрщике
      </Button>
      {dialog}
    </Group>
  );
}
