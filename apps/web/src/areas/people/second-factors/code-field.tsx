import { TextInput, type TextInputProps } from '@mantine/core';

/** The six digits of an authenticator app; `one-time-code` lets the browser offer them. */
export const CodeField = (props: TextInputProps) => (
  <TextInput
    label="Код из приложения"
    placeholder="123456"
    inputMode="numeric"
    autoComplete="one-time-code"
    maxLength={12}
    size="md"
    styles={{ input: { letterSpacing: '0.2em', fontVariantNumeric: 'tabular-nums' } }}
    {...props}
  />
);

export const checkCode = (code: string): string | undefined =>
  /^\d{6}$/.test(code.replaceAll(/\s/g, '')) ? undefined : 'Введите шесть цифр из приложения';
