import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import type { Person } from './portal.ts';

// What people do on the screens, in their words. Each waits for what a person waits for.

export const signInForm = (page: Page) => ({
  email: page.getByLabel('E-mail'),
  password: page.getByLabel('Пароль', { exact: true }),
  submit: page.getByRole('button', { name: 'Войти' }),
});

export const fillSignIn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  const form = signInForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.submit.click();
};

export const signIn = async (page: Page, address: string, person: Person, path = '/') => {
  await page.goto(`${address}${path}`);
  await fillSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
};

/** What the page is asking in that moment is refused, which the console tells. */
export const signOut = async (page: Page, expected: RegExp[]) => {
  expected.push(/401 .*\/api\/1\//);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(signInForm(page).submit).toBeVisible();
};

/** The first sign-in with the password of a letter. */
export const chooseOwnPassword = async (page: Page, password: string) => {
  await expect(page.getByRole('heading', { name: 'Придумайте новый пароль' })).toBeVisible();
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByLabel('Повторите пароль').fill(password);
  await page.getByRole('button', { name: 'Сохранить и продолжить' }).click();
};

/** Drops files and folders from the disk, as a hand with a mouse does. */
export const dropOn = async (page: Page, zone: Locator, paths: string[]) => {
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error('there is nothing to drop on');
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...point, data });
  }
  await session.detach();
};

/** The card of the only study, or of one of several by its place. */
export const studyCard = (page: Page, place = 0) => page.getByRole('article').nth(place);

export const uploadZone = (card: Locator) => card.getByRole('region', { name: 'Загрузка файлов' });

/** Names with their folders, as many as lie on the disk under `path`. */
export const countFiles = (path: string): number =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + countFiles(join(path, name)), 0)
    : 1;

/** From here on the page asks for nothing by itself: what appears was told. */
export const stopAsking = async (page: Page) => {
  // the timers that would ask again stand still; what arrives over the socket goes through one that does not
  await page.addInitScript(() => {
    const plain = window.setInterval.bind(window);
    window.setInterval = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      plain(ms !== undefined && ms >= 1000 ? () => undefined : run, ms, ...rest)) as typeof setInterval;
  });
};
