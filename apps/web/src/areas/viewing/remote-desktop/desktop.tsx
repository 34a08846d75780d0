import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { ToolButton } from '@snimok/viewer/controls/tool-button';
import { IconMaximize, IconMinimize, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import classes from './desktop.module.css';
import { labels } from './labels.ts';
import { type DesktopState, useDesktop } from './use-desktop.ts';

interface DesktopProps {
  url: string;
  /** Requests a new URL of the same desktop after a lost connection. */
  requestSession: () => Promise<{ remoteSessionURL: string }>;
  onClose: () => void;
}

/** A workstation of the centre, shown by noVNC at 1024×768 or full screen. */
export default function Desktop({ url, requestSession, onClose }: DesktopProps) {
  const target = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { state, focus, restart } = useDesktop(target, url, requestSession);
  const { fullscreen, toggle } = useFullscreenDocument();
  useEffect(leaveFullScreenOnUnmount, []);

  // the remote screen receives all other keys, so F6 is the only way to leave it by keyboard
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6') return;
    event.preventDefault();
    event.stopPropagation();
    buttons.current?.querySelector('button')?.focus();
  };

  return (
    <div className={classes.window} data-wide={fullscreen || undefined}>
      <div className={classes.header}>
        <Text fw={600} flex={1} truncate>
          {labels.title}
        </Text>
        <Text className={classes.keys} size="sm" c="gray.5">
          {labels.keys}
        </Text>
        <Group ref={buttons} gap={4} wrap="nowrap">
          <ToolButton
            icon={fullscreen ? IconMinimize : IconMaximize}
            label={fullscreen ? labels.leaveFullScreen : labels.enterFullScreen}
            side="bottom"
            onClick={() => void toggle().then(focus, () => undefined)}
          />
          <ToolButton icon={IconX} label={labels.close} side="bottom" onClick={onClose} />
        </Group>
      </div>
      <div className={classes.screen}>
        <div
          ref={target}
          className={classes.target}
          aria-label={labels.screen}
          role="application"
          onKeyDownCapture={handleKey}
        />
        {state.kind !== 'connected' && <StateMessage state={state} onRestart={restart} />}
      </div>
    </div>
  );
}

/** Covers the screen while there is no connection. */
const StateMessage = ({ state, onRestart }: { state: DesktopState; onRestart: () => void }) => (
  <Stack className={classes.message} align="center" justify="center" role="status">
    {state.kind === 'ended' ? (
      <>
        <Text ta="center">{state.sentence}</Text>
        {state.reason !== 'over' && (
          <Button color="teal" onClick={onRestart}>
            {state.reason === 'taken' ? labels.takeOver : labels.restart}
          </Button>
        )}
      </>
    ) : (
      <>
        <Loader color="teal.5" />
        <Text ta="center">{state.kind === 'lost' ? labels.reconnecting : labels.starting}</Text>
      </>
    )}
  </Stack>
);

const leaveFullScreenOnUnmount = () => () => {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
};
