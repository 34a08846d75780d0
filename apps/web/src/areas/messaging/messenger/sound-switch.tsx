import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { useMuted } from './message-sound.ts';

export function SoundSwitch() {
  const [muted, toggle] = useMuted();
  const label = muted ? 'Включить звук' : 'Выключить звук';
  const Picture = muted ? IconBellOff : IconBell;
  return (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label={label} title={label} onClick={toggle}>
      <Picture size={20} stroke={1.6} />
    </ActionIcon>
  );
}
