import { getSignInOptions, signIn, type SignedIn } from '@snimok/contract/people/auth';
import { getIdentity } from '@snimok/contract/administration/centre-identity';
import { vi } from 'vitest';
import type { z } from 'zod';
import type { FakeServer } from '../../testing/server.ts';
import { removeAll, show } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { SignInPage } from './sign-in-page.tsx';

const PASSWORD = 'Horosho-4itaem';
const SIGNED_IN: z.output<typeof SignedIn> = {
  user_id: 7,
  user_role: 'doctor',
  expires_in: 43_200,
  expires_at: '2026-05-04T21:00:00.000Z',
  realtime_token: 'token',
  password_is_temporary: false,
  second_factor_required: false,
};

const email = page.getByLabelText('E-mail');
const password = page.getByLabelText('Пароль', { exact: true });
const submit = page.getByRole('button', { name: 'Войти', exact: true });

const showSignIn = () => {
  const onSignedIn = vi.fn(async () => undefined);
  show(<SignInPage onSignedIn={onSignedIn} />);
  return onSignedIn;
};

const withoutOtherWays = (server: FakeServer) => {
  server.answer(getSignInOptions, { passkeyHost: null });
  server.answer(getIdentity, {
    version: 0,
    name: '',
    legalName: '',
    address: '',
    phones: [],
    hours: '',
    licence: '',
    website: '',
    logo: null,
  });
};

test('the fields of the sign-in are checked before anything is sent', async ({ server }) => {
  withoutOtherWays(server);
  // the server expects no sign-in, so any would fail the test
  showSignIn();
  await submit.click();
  await expect.element(page.getByText('Введите e-mail')).toBeVisible();
  await expect.element(page.getByText('Введите пароль')).toBeVisible();
  await expect.element(email).toHaveFocus();
  await email.fill('не почта');
  await password.fill('коротко');
  await submit.click();
  await expect.element(page.getByText('Введите корректный e-mail')).toBeVisible();
  await expect.element(page.getByText('Пароль должен содержать не меньше 8 символов')).toBeVisible();
});

test('an error below a field of the sign-in disappears as soon as the input is valid', async ({ server }) => {
  withoutOtherWays(server);
  showSignIn();
  await submit.click();
  await email.fill('clinic@снимок.рф');
  await expect.element(page.getByText('Введите e-mail')).not.toBeInTheDocument();
  await expect.element(page.getByText('Введите пароль')).toBeVisible();
});

test('the sign-in page explains why a session ended, and shows no explanation to a new visitor', async ({
  server,
}) => {
  withoutOtherWays(server);
  sessionStorage.setItem('session_ended', 'idle');
  showSignIn();
  await expect.element(page.getByText(/^Сеанс завершён: в портале долго ничего не делали/)).toBeVisible();
  await expect.element(email).toHaveFocus();
  removeAll();

  // the session has expired while the portal was closed
  sessionStorage.clear();
  localStorage.setItem('expires_at', '2026-05-04T21:00:00.000Z');
  showSignIn();
  await expect.element(page.getByText(/^Сеанс закончился: вышло его время/)).toBeVisible();
  removeAll();

  localStorage.clear();
  showSignIn();
  await expect.element(email).toBeVisible();
  await expect.element(page.getByText(/^Сеанс/)).not.toBeInTheDocument();
});

test('the password of the sign-in can be shown and hidden', async ({ server }) => {
  withoutOtherWays(server);
  showSignIn();
  await password.fill(PASSWORD);
  await expect.element(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Показать пароль' }).click();
  await expect.element(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Скрыть пароль' }).click();
  await expect.element(password).toHaveAttribute('type', 'password');
});

test('a double click sends one sign-in request, with the password in UTF-8 and the e-mail trimmed', async ({
  server,
}) => {
  withoutOtherWays(server);
  const { promise, resolve } = Promise.withResolvers<z.output<typeof SignedIn>>();
  const sent = server.answer(signIn, () => promise);
  const onSignedIn = showSignIn();
  await email.fill(' clinic@clinic.test ');
  await password.fill('Пароль-для-входа-1');
  await submit.dblClick();
  await expect.element(submit).toBeDisabled();
  resolve(SIGNED_IN);
  await expect.poll(() => onSignedIn.mock.calls).toEqual([[SIGNED_IN]]);
  expect(sent.map(({ body }) => body)).toEqual([{ grant_type: 'client_credentials' }]);
  const [scheme, credentials = ''] = sent[0]?.headers.get('authorization')?.split(' ') ?? [];
  const bytes = Uint8Array.from(atob(credentials), (char) => char.charCodeAt(0));
  expect([scheme, new TextDecoder().decode(bytes)]).toEqual([
    'Basic',
    'clinic@clinic.test:Пароль-для-входа-1',
  ]);
});
