import { TextInput, type TextInputProps } from '@mantine/core';

/** Who one is, on the screens of the signed out: the first field, and the one that a browser remembers. */
export const EmailField = (props: TextInputProps) => (
  <TextInput {...props} label="E-mail" type="email" size="md" autoComplete="username" autoFocus />
);
