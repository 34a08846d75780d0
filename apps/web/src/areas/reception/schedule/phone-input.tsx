import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { TextInput, type TextInputProps } from '@mantine/core';

/** The number under which the centre reaches the patient. */
export const PhoneInput = (input: TextInputProps) => (
  <TextInput
    label="Телефон пациента"
    placeholder="+79991234567"
    type="tel"
    autoComplete="off"
    maxLength={MOST_CHARACTERS.phone}
    {...input}
  />
);
