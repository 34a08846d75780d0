import { TextInput, type TextInputProps } from '@mantine/core';

/** The person's own name on the signed-out pages. */
export const OwnNameField = (props: TextInputProps) => (
  <TextInput
    {...props}
    label="Ваше имя"
    placeholder="Фамилия Имя Отчество"
    size="md"
    autoComplete="name"
    autoFocus
  />
);

export const checkOwnName = (name: string): string | undefined =>
  name.trim() === '' ? 'Введите фамилию, имя и отчество' : undefined;
