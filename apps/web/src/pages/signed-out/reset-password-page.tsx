import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { resetPassword } from '../../areas/people/accounts/calls.ts';
import { checkNewPassword, noPassword } from '../../areas/people/accounts/new-password.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { NewPasswordFields } from '../../areas/people/accounts/new-password-fields.tsx';
import { PathLink } from '../../areas/people/accounts/path-link.tsx';
import { passwordReason } from '../../areas/people/accounts/reasons.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { useReturnHome } from '../../areas/people/accounts/use-return-home.ts';
import { call } from '../../shared/calls/call.ts';

const SET = 'Пароль успешно установлен. Войдите с новым паролем';

export default function ResetPasswordPage({ token }: { token: string }) {
  const [set, setSet] = useState(false);
  useReturnHome(set);
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: noPassword,
    check: checkNewPassword,
    submit: async ({ password, repeat }) => {
      await call(resetPassword, {
        body: { token, password, repeat_password: repeat },
      });
      setSet(true);
    },
    explain: passwordReason,
  });

  return (
    <Entrance title="Новый пароль">
      <FormNotice alert={alert} success={set ? SET : undefined} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <NewPasswordFields password={values.password} field={field} />
          <Button type="submit" size="md" fullWidth loading={pending} disabled={pending || set}>
            Сохранить
          </Button>
          <PathLink to="/">Войти снова</PathLink>
        </Stack>
      </form>
    </Entrance>
  );
}
