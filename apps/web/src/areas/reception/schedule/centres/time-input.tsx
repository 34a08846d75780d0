import { Input } from '@mantine/core';
import classes from './hours-field.module.css';

/**
 * `09:00` for «9:00», «0900» or «9»; other text is unchanged. A text field, because the browser's own time
 * field has the language of the browser.
 */
const normalizeTime = (text: string): string => {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
};

interface TimeInputProps {
  label: string;
  value: string;
  onChange: (time: string) => void;
}

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
