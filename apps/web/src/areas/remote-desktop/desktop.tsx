import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useFullscreenDocument } from '@mantine/hooks';
import { IconMaximize, IconMinimize, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { ToolButton } from '@snimok/viewer/shell/tool-button.tsx';
import classes from './desktop.module.css';
import { type State, useDesktop } from './use-desktop.ts';
import { words } from './labels.ts';

interface DesktopProps {
  url: string;
  /** the same desktop once more, after a cut line */
  ask: () => Promise<{ remoteSessionURL: string }>;
  onClose: () => void;
}

/** A workstation of the centre, seen through noVNC: 1024×768, or the whole screen. */
export default function Desktop({ url, ask, onClose }: DesktopProps) {
  const target = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  const { state, focus, again } = useDesktop(target, url, ask);
  const { fullscreen, toggle } = useFullscreenDocument();
  useEffect(leaveFullScreen, []);

  // the far screen takes every key but this one, or there was no way out without a mouse
  const takeKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6') return;
    event.preventDefault();
    event.stopPropagation();
    buttons.current?.querySelector('button')?.focus();
  };

  return (
    <div className={classes.window} data-wide={fullscreen || undefined}>
      <div className={classes.top}>
        <Text fw={600} flex={1} truncate>
          {words.title}
        </Text>
        <Text className={classes.keys} size="sm" c="gray.5">
          {words.keys}
        </Text>
        <Group ref={buttons} gap={4} wrap="nowrap">
          <ToolButton
            icon={fullscreen ? IconMinimize : IconMaximize}
            label={fullscreen ? words.narrow : words.wide}
            side="bottom"
            onClick={() => void toggle().then(focus, () => undefined)}
          />
          <ToolButton icon={IconX} label={words.close} side="bottom" onClick={onClose} />
        </Group>
      </div>
      <div className={classes.screen}>
        <div
          ref={target}
          className={classes.target}
          aria-label={words.screen}
          role="application"
          onKeyDownCapture={takeKey}
        />
        {state.kind !== 'connected' && <Curtain state={state} onAgain={again} />}
      </div>
    </div>
  );
}

/** What is said while there is nothing to see. */
const Curtain = ({ state, onAgain }: { state: State; onAgain: () => void }) => (
  <Stack className={classes.curtain} align="center" justify="center" role="status">
    {state.kind === 'ended' ? (
      <>
        <Text ta="center">{state.sentence}</Text>
        {state.end !== 'over' && (
          <Button color="teal" onClick={onAgain}>
            {state.end === 'taken' ? words.here : words.again}
          </Button>
        )}
      </>
    ) : (
      <>
        <Loader color="teal.5" />
        <Text ta="center">{state.kind === 'lost' ? words.lost : words.starting}</Text>
      </>
    )}
  </Stack>
);

const leaveFullScreen = () => () => {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
};
