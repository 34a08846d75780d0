import { expect, type Locator, type Page } from '@playwright/test';
import { linkIn } from '../portal/mailbox.ts';
import type { RunningPortal } from '../portal/portal.ts';
import { expectNotice } from './notices.ts';
import { studyCard } from './screens.ts';
import { newPerson } from './test.ts';

export const SENT = 'На указанный адрес придёт письмо с анонимной ссылкой и выбранными кнопками.';

/** Opens the dialog in which an assistant shares the study of the first card. */
export const openSharing = async (page: Page) => {
  await studyCard(page).getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться исследованием' });
  await expect(dialog.getByRole('heading', { name: 'Отправленные ссылки' })).toBeVisible();
  return dialog;
};

interface ShareOptions {
  flags?: ('Скачивание' | 'Онлайн-просмотр')[];
  withAnnotations?: boolean;
  withPIN?: boolean;
}

/** Creates an external share. The returned link is read from the letter, the PIN from the dialog. */
export const share = async (
  dialog: Locator,
  { mailbox }: RunningPortal,
  { flags = ['Скачивание'], withAnnotations = false, withPIN = false }: ShareOptions = {},
) => {
  const { email } = newPerson('Коллега');
  await dialog.getByLabel('E-mail получателя').fill(email);
  for (const flag of ['Скачивание', 'Онлайн-просмотр'] as const) {
    const box = dialog.getByLabel(flag);
    if ((await box.count()) > 0 && (await box.isEnabled())) await box.setChecked(flags.includes(flag));
  }
  if (withAnnotations) await dialog.getByLabel('Показывать разметку').check();
  await dialog.getByLabel('Защитить ПИН-кодом').setChecked(withPIN);
  const pin = withPIN ? await dialog.getByLabel('ПИН-код', { exact: true }).inputValue() : '';
  const digits = pin.replace(/\D/g, '');
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expectNotice(dialog.page(), SENT, 'Поделиться исследованием');
  const letter = await mailbox.letter(email, /открыли доступ к исследованию/);
  return {
    email,
    pin: digits,
    letter,
    link: linkIn(letter),
    row: dialog.getByRole('listitem', { name: email }),
  };
};

/**
 * Expects that the page of a link to the viewer shows the three slices of the poster before the code of the viewer has
 * arrived.
 */
export const showsSlicesEarly = async (screen: Page, url: string) => {
  const code = Promise.withResolvers<void>();
  await screen.route('**/assets/viewer-page-*.js', async (route) => {
    await code.promise;
    await route.continue();
  });
  await screen.goto(url, { waitUntil: 'commit' });
  const early = screen.locator('[data-early-picture] canvas');
  await expect(early).toHaveCount(3);
  for (const canvas of await early.all()) await expect(canvas).toBeVisible();
  code.resolve();
  await expect(screen.locator('canvas[data-drawn]').first()).toBeVisible();
  await expect(early).toHaveCount(0);
  await screen.close();
};
