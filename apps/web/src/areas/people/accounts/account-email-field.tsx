import { TextInput, type TextInputProps } from '@mantine/core';

interface AccountEmailFieldProps extends TextInputProps {
  /** for an existing account, whose address cannot change */
  readOnly?: boolean | undefined;
}

/** The e-mail of another person's account; the browser's own addresses are not offered. */
export const AccountEmailField = ({ readOnly, ...input }: AccountEmailFieldProps) => (
  <TextInput
    label="E-mail"
    type="email"
    autoComplete="off"
    readOnly={readOnly}
    variant={readOnly ? 'filled' : undefined}
    description={readOnly && 'Адрес учётной записи изменить нельзя'}
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    {...input}
  />
);
