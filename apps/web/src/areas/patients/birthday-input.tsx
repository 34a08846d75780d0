import { TextInput, type TextInputProps } from '@mantine/core';
import { dotted } from './birthday.ts';

interface BirthdayInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  /** ДД.ММ.ГГГГ, as far as it is typed */
  value: string;
  onChange: (text: string) => void;
}

/** A birth date is known by heart: typing it is quicker than leafing a calendar back for forty years. */
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
      // Dots come by themselves at the end only: correcting in the middle must not move the cursor.
      const grows = typed.length > value.length && selectionStart === typed.length;
      onChange(grows ? dotted(typed) : typed.replace(/[^\d.]/g, '').slice(0, 10));
    }}
  />
);
