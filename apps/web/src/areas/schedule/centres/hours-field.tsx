import { ActionIcon, Button, Group, Input, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import classes from './hours-field.module.css';

export interface Hours {
  from: string;
  to: string;
}

interface HoursFieldProps {
  /** the day, for screen readers: «Понедельник» */
  label: string;
  hours: Hours[];
  onChange: (hours: Hours[]) => void;
}

/** The first interval that is added to a day. */
const DEFAULT_HOURS: Hours = { from: '09:00', to: '18:00' };

/**
 * `09:00` for «9:00», «0900» or «9»; other text is unchanged. A text field, because the browser's own time
 * field has the language of the browser.
 */
const normalizeTime = (text: string): string => {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
};

/** The opening hours of one day: no interval, one, or several with breaks between them. */
export function HoursField({ label, hours, onChange }: HoursFieldProps) {
  const set = (at: number, part: Partial<Hours>) =>
    onChange(hours.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const next = hours.length === 0 ? DEFAULT_HOURS : { from: hours.at(-1)?.to ?? '18:00', to: '24:00' };
  return (
    <div role="group" aria-label={label} className={classes.day}>
      <Text fw={500}>{label}</Text>
      <div className={classes.intervals}>
        {hours.length === 0 && <Text c="dimmed">выходной</Text>}
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
        aria-label={`${label}: ${hours.length === 0 ? 'открыть' : 'ещё интервал'}`}
        onClick={() => onChange([...hours, next])}
      >
        {hours.length === 0 ? 'Открыть' : 'Ещё'}
      </Button>
    </div>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
  <Input
    aria-label={label}
    className={classes.time}
    placeholder="09:00"
    inputMode="numeric"
    autoComplete="off"
    maxLength={5}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    onBlur={() => onChange(normalizeTime(value))}
  />
);
