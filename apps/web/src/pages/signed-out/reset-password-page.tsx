import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { resetPassword } from '../../areas/account/calls.ts';
import { checkNewPassword, noPassword } from '../../areas/account/new-password.ts';
import { Entrance } from '../../areas/account/entrance.tsx';
import { FormNotice } from '../../areas/account/form-notice.tsx';
import { NewPasswordFields } from '../../areas/account/new-password-fields.tsx';
import { PathLink } from '../../areas/account/path-link.tsx';
import { passwordReason } from '../../areas/account/reasons.ts';
import { useForm } from '../../areas/account/use-form.ts';
import { useReturnHome } from '../../areas/account/use-return-home.ts';
import { call } from '../../shared/call.ts';

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
