import { TextInput, type TextInputProps } from '@mantine/core';

/** The e-mail field of the signed-out pages; `autoComplete` lets the browser fill it in. */
export const EmailField = (props: TextInputProps) => (
  <TextInput
    {...props}
    label="E-mail"
    type="email"
    size="md"
    autoComplete="username"
    autoFocus={!props.value}
  />
);
