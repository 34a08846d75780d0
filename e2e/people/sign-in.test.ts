import type { Route } from '@playwright/test';
import { linkIn } from '../portal/mailbox.ts';
import { expectNotice } from '../pages/notices.ts';
import { fillSignIn, signIn, signInForm, signOut } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an assistant signs in and out again', async ({ page, portal, assistant, allowedErrors }) => {
  await page.goto(portal.address);
  await expect(page).toHaveTitle(/Вход в личный кабинет/);
  await expect(page.getByRole('heading', { name: 'Вход в личный кабинет' })).toBeVisible();
  await fillSignIn(page, assistant);
  await expect(page).toHaveURL(`${portal.address}/assistant-area/`);
  await expect(page.getByRole('tab', { name: /Исследования/ })).toBeVisible();
  await signOut(page, allowedErrors);
  await expect(page).toHaveURL(`${portal.address}/`);
});

test('the scripts and styles of the sign-in page are smaller than 99 kB', async ({ request, portal }) => {
  const html = await (await request.get(portal.address)).text();
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path]) => path);
  const headers = { 'accept-encoding': 'br' };
  const replies = await Promise.all(
    paths.map((path) => request.get(`${portal.address}${path}`, { headers })),
  );
  const bytes = replies.map((reply) => Number(reply.headers()['content-length']));
  expect(bytes.length).toBeGreaterThan(1);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(99_000);
});

test('a doctor gets the doctor area', async ({ page, portal }) => {
  const doctor = await portal.addAccount('doctor', newPerson('Ирина Ветрова'));
  await signIn(page, portal.address, doctor);
  await expect(page).toHaveURL(`${portal.address}/doctor-area/`);
  await expect(page.getByRole('banner').getByText(doctor.email)).toBeVisible();
  await expect(page.getByText('Нет доступных элементов')).toBeVisible();
});

test('a wrong password and an unknown e-mail get the same answer, and the e-mail is kept', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/403.*\/api\/1\/auth\/token/);
  for (const email of [assistant.email, 'nobody@clinic.test']) {
    await page.goto(portal.address);
    await fillSignIn(page, { email, password: 'Sovsem-ne-t0t' });
    await expect(page.getByRole('alert')).toContainText('Неверный e-mail или пароль');
    await expect(signInForm(page).email).toHaveValue(email);
  }
});

test('a disabled account cannot sign in, and the reason is shown', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/403.*\/api\/1\/auth\/token/);
  const doctor = await portal.addAccount('doctor', newPerson('Бывший Клиент'));
  await portal.account('disable', '--email', doctor.email);
  await page.goto(portal.address);
  await fillSignIn(page, doctor);
  await expect(page.getByRole('alert')).toContainText('Доступ запрещён');
});

test('a forgotten password is replaced by a link in a letter', async ({ page, portal, allowedErrors }) => {
  const doctor = await portal.addAccount('doctor', newPerson('Вера Забывчивая'));
  await page.goto(portal.address);
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
  await page.getByLabel('E-mail').fill(doctor.email);
  await page.getByRole('button', { name: 'Отправить на почту' }).click();
  await expectNotice(page, 'На вашу почту отправлено письмо с ссылкой для восстановления');
  // the page redirects to the sign-in page
  await expect(signInForm(page).submit).toBeVisible();

  const link = linkIn(await portal.mailbox.letter(doctor.email, /Восстановление пароля/));
  expect(link).toContain(`${portal.address}/forgot-password/`);
  await page.goto(link);
  const fresh = page.getByLabel('Новый пароль');
  const repeat = page.getByLabel('Повторите пароль');
  const save = page.getByRole('button', { name: 'Сохранить' });
  await fresh.fill('Novyj-par0l-2026');
  await repeat.fill('Novyj-par0l-2027');
  await save.click();
  await expect(page.getByText('Повторный пароль не совпадает')).toBeVisible();
  allowedErrors.push(/400.*\/api\/1\/auth\/password\/reset/);
  await fresh.fill('Qwerty123');
  await repeat.fill('Qwerty123');
  await save.click();
  await expect(page.getByRole('alert')).toContainText('слишком простой');
  await fresh.fill('Novyj-par0l-2026');
  await repeat.fill('Novyj-par0l-2026');
  await save.click();
  await expectNotice(page, 'Пароль успешно установлен. Войдите с новым паролем');
  await expect(signInForm(page).submit).toBeVisible();
  await fillSignIn(page, { ...doctor, password: 'Novyj-par0l-2026' });
  await expect(page).toHaveURL(/\/doctor-area\/$/);

  await test.step('the link works once', async () => {
    await signOut(page, allowedErrors);
    await page.goto(link);
    await page.getByLabel('Новый пароль').fill('Drugoj-par0l-2026');
    await page.getByLabel('Повторите пароль').fill('Drugoj-par0l-2026');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('alert')).toContainText('недействительна или устарела');
  });
});

test('a user with an unknown role is asked to contact the centre', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  const answerOtherwise = async (route: Route) => {
    const reply = await route.fetch();
    await route.fulfill({ response: reply, json: { ...(await reply.json()), user_role: 'janitor' } });
  };
  await page.route('**/api/1/auth/token', answerOtherwise, { times: 1 });
  await page.goto(portal.address);
  await fillSignIn(page, assistant);
  await expect(page.getByRole('heading', { name: 'Неизвестная роль' })).toBeVisible();
  await expect(page.getByText('Обратитесь в диагностический центр')).toBeVisible();
  await signOut(page, allowedErrors);
});

test('every path shows the sign-in page to a signed-out user, and the requested page after the sign-in', async ({
  page,
  portal,
  assistant,
}) => {
  await page.goto(`${portal.address}/no/such/page`);
  await expect(signInForm(page).submit).toBeVisible();
  await page.goto(`${portal.address}/assistant-area/applications/create`);
  await fillSignIn(page, assistant);
  await expect(page).toHaveURL(/\/assistant-area\/applications\/create$/);
  await expect(page.getByRole('heading', { name: 'Создать исследование' })).toBeVisible();
});

test('pages that do not exist say so and link to the main page', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  await signIn(page, portal.address, assistant);
  for (const path of ['/assistant-area/nowhere', '/doctor-area/', '/nowhere']) {
    await page.goto(`${portal.address}${path}`);
    await expect(page.getByText('Вернуться на главную')).toBeVisible();
    await expect(page).toHaveTitle(/Запрошенная страница не найдена/);
  }
  await page.goto(`${portal.address}/external-area/study`);
  await expect(page.getByText('Вернуться на главную')).toBeVisible();
  await expect(page.getByText('Запрошенная страница не найдена')).toBeVisible();
  await expect(page).toHaveTitle(/Доступ закрыт или его срок истёк/);
  allowedErrors.push(/404.*\/api\/1\/assistant\//);
  await page.goto(`${portal.address}/assistant-area/doctors/999999/patients`);
  await expect(page).toHaveTitle(/Запрошенная страница не найдена/);
  await page.getByRole('link', { name: 'Вернуться на главную' }).click();
  await expect(page).toHaveURL(/\/assistant-area\/$/);
});

test('signing out in one tab signs out the other', async ({
  page,
  context,
  portal,
  assistant,
  allowedErrors,
}) => {
  await signIn(page, portal.address, assistant);
  const other = await context.newPage();
  await other.goto(`${portal.address}/assistant-area/applications/create`);
  await expect(other.getByRole('button', { name: 'Выйти' })).toBeVisible();
  await signOut(page, allowedErrors);
  await expect(page.getByText(/Сеанс|Вы вышли/)).toHaveCount(0);
  await expect(signInForm(other).submit).toBeVisible();
  await expect(other.getByText('Вы вышли в другой вкладке')).toBeVisible();
});

test('a user whose session the server has ended signs in again and returns to the page', async ({
  page,
  context,
  portal,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/401.*\/api\/1\//);
  await signIn(page, portal.address, assistant, '/assistant-area/?tab=doctors');
  await expect(page.getByRole('button', { name: 'Создать клиента' })).toBeVisible();
  // polling is paused, because a 401 to it would lead to the sign-in page before the click
  const clicked = Promise.withResolvers<void>();
  await page.route('**/api/1/**', async (route) => {
    await clicked.promise;
    await route.continue();
  });
  await context.clearCookies();
  await page.getByRole('tab', { name: 'Пациенты в работе' }).click();
  await expect(page.getByRole('tab', { name: 'Пациенты в работе', selected: true })).toBeVisible();
  clicked.resolve();
  await expect(signInForm(page).submit).toBeVisible();
  await expect(page.getByText('Сеанс завершён на сервере')).toBeVisible();
  await fillSignIn(page, assistant);
  await expect(page.getByRole('tab', { name: 'Пациенты в работе', selected: true })).toBeVisible();
});

test('a session that expires while a page is open leads to the sign-in page', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/401.*\/api\/1\//);
  await page.clock.install();
  await signIn(page, portal.address, assistant);
  await page.clock.fastForward('12:00:01');
  await expect(signInForm(page).submit).toBeVisible();
  await expect(page.getByText('Сеанс закончился: вышло его время')).toBeVisible();
});
