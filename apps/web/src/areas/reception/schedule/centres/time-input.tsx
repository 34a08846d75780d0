import { Input } from '@mantine/core';
import { normalizeTime } from '../../../../shared/dates/read-time.ts';
import classes from './hours-field.module.css';

interface TimeInputProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

/** A text field, because the browser's own time field has the language of the browser. */
export const TimeInput = ({ label, value, onChange }: TimeInputProps) => (
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
