import { TextInput, type TextInputProps } from '@mantine/core';
import { dotted } from './birthday.ts';

interface BirthdayInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** ДД.ММ.ГГГГ, possibly incomplete */
  value: string;
  onChange: (text: string) => void;
}

/** A text field for a birth date: typing a known date is faster than paging a calendar back forty years. */
export const BirthdayInput = ({ value, onChange, ...input }: BirthdayInputProps) => (
  <TextInput
    label="Дата рождения"
    placeholder="ДД.ММ.ГГГГ"
    inputMode="numeric"
    autoComplete="off"
    {...input}
    value={value}
    onChange={({ currentTarget }) => {
      const { value: typed, selectionStart } = currentTarget;
      // Dots are inserted only while typing at the end: a correction in the middle must not move the cursor.
      const appended = typed.length > value.length && selectionStart === typed.length;
      onChange(appended ? dotted(typed) : typed.replace(/[^\d.]/g, '').slice(0, 10));
    }}
  />
);
