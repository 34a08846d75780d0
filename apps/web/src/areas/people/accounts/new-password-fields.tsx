import type { PasswordInputProps } from '@mantine/core';
import type { noPassword } from './new-password.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordRules } from './password-rules.tsx';

const RULES_ID = 'password-rules';

interface NewPasswordFieldsProps {
  password: string;
  field: (name: keyof typeof noPassword) => PasswordInputProps;
  /** false if another field comes first */
  autoFocus?: boolean;
}

/** The field for a new password with its rules, and the field that repeats the password. */
export const NewPasswordFields = ({ password, field, autoFocus = true }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label="Новый пароль"
      size="md"
      autoComplete="new-password"
      aria-describedby={RULES_ID}
      autoFocus={autoFocus}
      {...field('password')}
    />
    <PasswordRules id={RULES_ID} password={password} />
    <PasswordField label="Повторите пароль" size="md" autoComplete="new-password" {...field('repeat')} />
  </>
);
