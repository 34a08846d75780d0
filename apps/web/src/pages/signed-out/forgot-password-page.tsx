import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { requestPasswordReset } from '../../areas/people/accounts/calls.ts';
import { checkEmail } from '../../areas/people/accounts/checks.ts';
import { EmailField } from '../../areas/people/accounts/email-field.tsx';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { PathLink } from '../../areas/people/accounts/path-link.tsx';
import { passwordReason } from '../../areas/people/accounts/reasons.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { useReturnHome } from '../../areas/people/accounts/use-return-home.ts';
import { call } from '../../shared/calls/call.ts';

const SENT = 'На вашу почту отправлено письмо с ссылкой для восстановления';

export function ForgotPasswordPage() {
  const [sent, setSent] = useState(false);
  useReturnHome(sent);
  const { field, pending, alert, onSubmit } = useForm({
    initial: { email: '' },
    check: ({ email }) => ({ email: checkEmail(email) }),
    submit: async ({ email }) => {
      await call(requestPasswordReset, { body: { email: email.trim() } });
      setSent(true);
    },
    explain: passwordReason,
  });

  return (
    <Entrance
      title="Восстановление пароля"
      hint="Укажите e-mail, с которым вы входите: пришлём ссылку для нового пароля. Несколько писем подряд портал не отправляет: если ссылка уже пришла, откройте её."
    >
      <FormNotice alert={alert} success={sent ? SENT : undefined} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <EmailField {...field('email')} />
          <Button type="submit" size="md" fullWidth loading={pending} disabled={pending || sent}>
            Отправить на почту
          </Button>
          <PathLink to="/">Войти снова</PathLink>
        </Stack>
      </form>
    </Entrance>
  );
}
