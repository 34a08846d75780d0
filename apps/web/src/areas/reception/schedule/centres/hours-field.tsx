import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './hours-field.module.css';
import { TimeInput } from './time-input.tsx';

export interface Hours {
  from: string;
  to: string;
}

interface HoursFieldProps {
  /** the day, for screen readers: «Понедельник» */
  label: string;
  hours: Hours[];
  /** breaks instead of opening hours */
  isBreaks?: boolean | undefined;
  onChange: (hours: Hours[]) => void;
}

/** The first interval that is added to a day. */
const DEFAULT_HOURS: Hours = { from: '09:00', to: '18:00' };
const DEFAULT_BREAK: Hours = { from: '13:00', to: '14:00' };

/** The opening hours or the breaks of one day: no interval, one, or several. */
export function HoursField({ label, hours, isBreaks = false, onChange }: HoursFieldProps) {
  const set = (at: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const first = isBreaks ? DEFAULT_BREAK : DEFAULT_HOURS;
  const next = hours.length === 0 ? first : { from: hours.at(-1)?.to ?? '18:00', to: '24:00' };
  const [addName, addLabel] = isBreaks ? ['добавить перерыв', 'Перерыв'] : ['открыть', 'Открыть'];
  return (
    <div role="group" aria-label={label} className={classes.day}>
      <Text fw={500}>{label}</Text>
      <div className={classes.intervals}>
        {hours.length === 0 && <Text c="dimmed">{isBreaks ? 'без перерыва' : 'выходной'}</Text>}
        {hours.map(({ from, to }, at) => (
          <Group key={at} gap={6} wrap="nowrap">
            <TimeInput label={`${label}, с`} value={from} onChange={(time) => set(at, { from: time })} />
            <span aria-hidden>–</span>
            <TimeInput label={`${label}, до`} value={to} onChange={(time) => set(at, { to: time })} />
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
        aria-label={`${label}: ${hours.length === 0 ? addName : 'ещё интервал'}`}
        onClick={() => onChange([...hours, next])}
      >
        {hours.length === 0 ? addLabel : 'Ещё'}
      </Button>
    </div>
  );
}
