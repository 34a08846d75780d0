import { ActionIcon, Button, Group, Loader, Modal, Text } from '@mantine/core';
import { IconMaximize, IconRulerMeasure, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import classes from './lightbox.module.css';
import type { Opened } from '../../../viewing/online-viewer/remote-session.ts';
import { useRemoteSession } from '../../../viewing/online-viewer/use-remote-session.tsx';
import { useZoom } from './use-zoom.ts';

interface LightboxProps {
  url: string;
  caption: string;
  /** starts a session of the online viewer; undefined if it is switched off */
  requestViewer?: (() => Promise<Opened>) | undefined;
  onClose: () => void;
}

/** The picture on the full screen, on a black background as is usual for reading X-rays. */
export default function Lightbox({ url, caption, requestViewer, onClose }: LightboxProps) {
  const { viewport, frame, zoomIn, zoomOut, reset, handlers } = useZoom();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [isViewing, setIsViewing] = useState(false);
  const tool = { variant: 'subtle', color: 'gray.3', size: 44, className: classes.tool };

  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      padding={0}
      // the viewer above handles Escape itself
      closeOnEscape={!isViewing}
      transitionProps={{ transition: 'fade', duration: 120 }}
    >
      <Modal.Content className={classes.content}>
        <Modal.Body className={classes.body}>
          <Group className={classes.bar} wrap="nowrap" gap="xs">
            <Modal.Title className={classes.title} title={caption}>
              {caption}
            </Modal.Title>
            {requestViewer && <OpenViewer requestSession={requestViewer} onViewing={setIsViewing} />}
            <Group gap={4} wrap="nowrap">
              <ActionIcon {...tool} onClick={zoomOut} disabled={viewport.scale <= 1} aria-label="Уменьшить">
                <IconZoomOut size={22} stroke={1.6} />
              </ActionIcon>
              <ActionIcon {...tool} onClick={zoomIn} aria-label="Увеличить">
                <IconZoomIn size={22} stroke={1.6} />
              </ActionIcon>
              <ActionIcon
                {...tool}
                onClick={reset}
                disabled={viewport.scale <= 1}
                aria-label="По размеру окна"
              >
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
            data-zoomed={viewport.scale > 1 || undefined}
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
              style={{ transform: `translate(${viewport.x}px, ${viewport.y}px) scale(${viewport.scale})` }}
            />
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface OpenViewerProps {
  requestSession: () => Promise<Opened>;
  onViewing: (isViewing: boolean) => void;
}

/** Opens the viewer, with its measuring tools, over the lightbox; closing it leads back to the lightbox. */
function OpenViewer({ requestSession, onViewing }: OpenViewerProps) {
  const { open, pending, failure, dialog } = useRemoteSession(requestSession);
  const isViewing = Boolean(dialog);
  useEffect(() => onViewing(isViewing), [isViewing, onViewing]);
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
