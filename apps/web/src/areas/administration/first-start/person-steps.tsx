import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Button, Stack, TextInput } from '@mantine/core';
import { createAdministrator, nameCentre } from '@snimok/contract/administration/first-start';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { checkEmail } from '../../people/accounts/checks.ts';
import { EmailField } from '../../people/accounts/email-field.tsx';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { checkNewPassword, noPassword } from '../../people/accounts/new-password.ts';
import { NewPasswordFields } from '../../people/accounts/new-password-fields.tsx';
import { checkOwnName, OwnNameField } from '../../people/accounts/own-name-field.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import type { StepProps } from './step-props.ts';

export function CentreStep({ token, onAnswered }: StepProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { name: '' },
    check: ({ name }) => ({ name: name.trim() === '' ? 'Введите название центра' : undefined }),
    submit: async ({ name }) => {
      await call(nameCentre, { body: { token, name } });
      await onAnswered();
    },
    explain: (reason) => explain(reason),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        <TextInput
          label="Название центра"
          size="md"
          autoFocus
          maxLength={MOST_CHARACTERS.line}
          {...field('name')}
        />
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}

export function AdministratorStep({ token, onAnswered }: StepProps) {
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: { name: '', email: '', ...noPassword },
    check: ({ name, email, ...passwords }) => ({
      name: checkOwnName(name),
      email: checkEmail(email),
      ...checkNewPassword(passwords),
    }),
    submit: async ({ repeat, ...person }) => {
      await call(createAdministrator, { body: { token, ...person, repeat_password: repeat } });
      await onAnswered();
    },
    explain: (reason) => explain(reason),
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        <OwnNameField {...field('name')} />
        <EmailField {...field('email')} />
        <NewPasswordFields password={values.password} field={field} autoFocus={false} />
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
      </Stack>
    </form>
  );
}
