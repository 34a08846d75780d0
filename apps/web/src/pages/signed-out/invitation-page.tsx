import { Button, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { acceptInvitation, getInvitation } from '../../areas/people/accounts/calls.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { checkNewPassword, noPassword } from '../../areas/people/accounts/new-password.ts';
import { NewPasswordFields } from '../../areas/people/accounts/new-password-fields.tsx';
import { checkOwnName, OwnNameField } from '../../areas/people/accounts/own-name-field.tsx';
import { PathLink } from '../../areas/people/accounts/path-link.tsx';
import { passwordReason } from '../../areas/people/accounts/reasons.ts';
import { signInWith } from '../../areas/people/accounts/sign-in.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { useFragment } from '../../areas/studies/recipient/use-fragment.ts';
import { call } from '../../shared/calls/call.ts';
import { saveSession } from '../../shared/session/session.ts';
import type { MemberRole } from '@snimok/contract/people/client-members';

interface Invited {
  clientName: string;
  email: string;
  role: MemberRole;
}

const AS: Record<MemberRole, string> = { doctor: 'врача', reception: 'сотрудника регистратуры' };

/** Opened from the link in a letter: an invited person chooses a name and a password and enters. */
export default function InvitationPage() {
  const token = useFragment();
  const [invited, setInvited] = useState<Invited>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    setFailure(undefined);
    call(getInvitation, { body: { token } }).then(setInvited, (reason) => setFailure(passwordReason(reason)));
  }, [token]);

  if (failure)
    return (
      <Entrance title="Приглашение не действует">
        <FormNotice alert={failure} />
        <PathLink to="/">На страницу входа</PathLink>
      </Entrance>
    );
  if (!invited)
    return (
      <Entrance title="Приглашение">
        <Loader role="img" aria-label="Загрузка" />
      </Entrance>
    );
  return (
    <Entrance
      title="Приглашение в кабинет"
      hint={`${invited.clientName} приглашает вас в роли ${AS[invited.role]}. Задайте имя и пароль, с которыми будете входить.`}
    >
      <AcceptForm token={token} email={invited.email} />
    </Entrance>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: { name: '', ...noPassword },
    check: ({ name, ...passwords }) => ({
      name: checkOwnName(name),
      ...checkNewPassword(passwords),
    }),
    submit: async ({ name, password, repeat }) => {
      await call(acceptInvitation, { body: { token, name, password, repeat_password: repeat } });
      saveSession(await signInWith(email, password));
      // another account may be signed in in this browser: its data must not stay in memory
      location.replace('/');
    },
    explain: passwordReason,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        <Text>
          E-mail для входа: <b>{email}</b>
        </Text>
        <OwnNameField {...field('name')} />
        <NewPasswordFields password={values.password} field={field} autoFocus={false} />
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Принять приглашение
        </Button>
      </Stack>
    </form>
  );
}
