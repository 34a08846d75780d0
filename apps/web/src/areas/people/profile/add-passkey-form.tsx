import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Stack, Text, TextInput } from '@mantine/core';
import { explain } from '../../../shared/calls/explain.ts';
import { PasskeyProblem } from '../../../shared/passkeys/passkey-problem.ts';
import { FormNotice } from '../accounts/form-notice.tsx';
import { PasswordField } from '../accounts/password-field.tsx';
import { useForm } from '../accounts/use-form.ts';
import { FormButtons } from './form-buttons.tsx';
import { sendAddPasskey } from './queries.ts';

interface AddPasskeyFormProps {
  onAdded: (recoveryCodes: string[]) => void;
  onClose: () => void;
}

/** Asks for a name and the password; then the browser asks for finger, face or PIN. */
export function AddPasskeyForm({ onAdded, onClose }: AddPasskeyFormProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { name: '', password: '' },
    check: ({ password }) => ({ name: undefined, password: password === '' ? 'Введите пароль' : undefined }),
    submit: async (values) => onAdded((await sendAddPasskey(values)).recoveryCodes),
    explain: (reason) => (reason instanceof PasskeyProblem ? reason.message : explain(reason)),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <Text>
          Браузер попросит приложить палец, показать лицо или ввести ПИН-код. После этого на других
          устройствах нужно будет войти заново.
        </Text>
        <TextInput
          label="Название"
          placeholder="Например: рабочий компьютер"
          maxLength={MOST_CHARACTERS.passkeyName}
          autoComplete="off"
          data-autofocus
          {...field('name')}
        />
        <PasswordField label="Ваш пароль" autoComplete="current-password" {...field('password')} />
        <FormNotice alert={alert} />
        <FormButtons submitLabel="Добавить" pending={pending} onClose={onClose} />
      </Stack>
    </form>
  );
}
