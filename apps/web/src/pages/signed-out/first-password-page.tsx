import { Button, Stack } from '@mantine/core';
import { choosePassword } from '../../areas/people/accounts/calls.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { checkNewPassword, noPassword } from '../../areas/people/accounts/new-password.ts';
import { NewPasswordFields } from '../../areas/people/accounts/new-password-fields.tsx';
import { passwordReason } from '../../areas/people/accounts/reasons.ts';
import { SignOutButton } from '../../areas/people/accounts/sign-out-button.tsx';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { call } from '../../shared/calls/call.ts';

/** Shown before any other page, whatever the URL: the password from the letter opens nothing else. */
export function FirstPasswordPage({ onChosen }: { onChosen: () => Promise<void> }) {
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: noPassword,
    check: checkNewPassword,
    submit: async ({ password, repeat }) => {
      await call(choosePassword, { body: { password, repeat_password: repeat } });
      await onChosen();
    },
    explain: passwordReason,
  });

  return (
    <Entrance
      title="Придумайте новый пароль"
      hint="Пароль из письма действует один раз, и вы его уже использовали. Если закроете страницу, задать свой можно по ссылке «Забыли пароль?»."
    >
      <FormNotice alert={alert} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <NewPasswordFields password={values.password} field={field} />
          <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
            Сохранить и продолжить
          </Button>
          <SignOutButton size="md" fullWidth />
        </Stack>
      </form>
    </Entrance>
  );
}
