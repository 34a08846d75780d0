import { Stack, Text } from '@mantine/core';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../accounts/form-notice.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { useForm } from '../accounts/use-form.ts';
import { FormButtons } from './form-buttons.tsx';

interface OwnerFormProps {
  /** what will happen */
  children: string;
  submitLabel: string;
  danger?: boolean;
  onConfirm: (password: string) => Promise<void>;
  onClose: () => void;
}

/** Asks for the password before the factors of the account change. */
export function OwnerForm({ children, submitLabel, danger, onConfirm, onClose }: OwnerFormProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: password === '' ? 'Введите пароль' : undefined }),
    submit: ({ password }) => onConfirm(password),
    explain,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text>{children}</Text>
        <PasswordField
          label="Ваш пароль"
          autoComplete="current-password"
          data-autofocus
          {...field('password')}
        />
        <FormNotice alert={alert} />
        <FormButtons submitLabel={submitLabel} pending={pending} danger={danger} onClose={onClose} />
      </Stack>
    </form>
  );
}
