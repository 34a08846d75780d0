import { ActionIcon, Button, Group, Input, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './hours-field.module.css';

export interface Hours {
  from: string;
  to: string;
}

interface HoursFieldProps {
  /** whose hours, for screen readers: «Понедельник» */
  label: string;
  hours: Hours[];
  onChange: (hours: Hours[]) => void;
}

/** What a day without any begins with when the first interval is added. */
const USUAL: Hours = { from: '09:00', to: '18:00' };

/** The end of a day is written 24:00; a time field knows only 00:00. */
const shown = (time: string) => (time === '24:00' ? '00:00' : time);
const endOf = (time: string) => (time === '00:00' ? '24:00' : time);

/** The open hours of one day: none, one interval, or several with breaks between. */
export function HoursField({ label, hours, onChange }: HoursFieldProps) {
  const set = (at: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const next = hours.length === 0 ? USUAL : { from: hours.at(-1)?.to ?? '18:00', to: '24:00' };
  return (
    <div role="group" aria-label={label} className={classes.day}>
      <Text fw={500}>{label}</Text>
      <div className={classes.intervals}>
        {hours.length === 0 && <Text c="dimmed">выходной</Text>}
        {hours.map(({ from, to }, at) => (
          <Group key={at} gap={6} wrap="nowrap">
            <Input
              type="time"
              aria-label={`${label}, с`}
              value={from}
              onChange={({ currentTarget }) => set(at, { from: currentTarget.value })}
            />
            <span aria-hidden>–</span>
            <Input
              type="time"
              aria-label={`${label}, до`}
              value={shown(to)}
              onChange={({ currentTarget }) => set(at, { to: endOf(currentTarget.value) })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={`${label}: убрать интервал`}
              onClick={() => onChange(hours.filter((_, index) => index !== at))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPlus size={14} />}
        aria-label={`${label}: ${hours.length === 0 ? 'открыть' : 'ещё интервал'}`}
        onClick={() => onChange([...hours, next])}
      >
        {hours.length === 0 ? 'Открыть' : 'Ещё'}
      </Button>
    </div>
  );
}
