import { TextInput, type TextInputProps } from '@mantine/core';
import { dotted, readPastDay, typedDay } from './past-day.ts';

export interface PastDayInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** ДД.ММ.ГГГГ, possibly incomplete */
  value: string;
  onChange: (text: string) => void;
}

/** A text field for a past day: typing a known date is faster than paging a calendar back forty years. */
export const PastDayInput = ({ value, onChange, onBlur, ...input }: PastDayInputProps) => (
  <TextInput
    placeholder="ДД.ММ.ГГГГ"
    inputMode="numeric"
    autoComplete="off"
    {...input}
    value={value}
    onChange={({ currentTarget }) => {
      const { value: typed, selectionStart } = currentTarget;
      // Dots are inserted only while typing or pasting at the end: a correction in the middle must not move the cursor.
      const atEnd = selectionStart === typed.length && !value.startsWith(typed);
      onChange(atEnd ? dotted(typed) : typed.replace(/[^\d./-]/g, '').slice(0, 10));
    }}
    onBlur={(event) => {
      const read = readPastDay(value);
      if ('day' in read) onChange(typedDay(read.day));
      onBlur?.(event);
    }}
  />
);
