import { expect, type Locator, type Page } from '@playwright/test';
import { linkIn } from './mailbox.ts';
import type { PortalAtWork } from './portal.ts';
import { expectSaid } from './notices.ts';
import { studyCard } from './screens.ts';
import { somebody } from './test.ts';

export const SENT = 'На указанный адрес придёт письмо с анонимной ссылкой и выбранными кнопками.';

/** The dialog in which an assistant shares the study of the first card. */
export const openSharing = async (page: Page) => {
  await studyCard(page).getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться исследованием' });
  await expect(dialog.getByRole('heading', { name: 'Отправленные ссылки' })).toBeVisible();
  return dialog;
};

interface Wish {
  flags?: ('Скачивание' | 'Онлайн-просмотр')[];
  withPIN?: boolean;
}

/** Shares as an assistant does; the link comes from the letter, the PIN from the screen. */
export const share = async (
  dialog: Locator,
  { mailbox }: PortalAtWork,
  { flags = ['Скачивание'], withPIN = false }: Wish = {},
) => {
  const { email } = somebody('Коллега');
  await dialog.getByLabel('E-mail получателя').fill(email);
  for (const flag of ['Скачивание', 'Онлайн-просмотр'] as const) {
    const box = dialog.getByLabel(flag);
    if ((await box.count()) > 0 && (await box.isEnabled())) await box.setChecked(flags.includes(flag));
  }
  await dialog.getByLabel('Защитить ПИН-кодом').setChecked(withPIN);
  const pin = withPIN ? await dialog.getByLabel('ПИН-код', { exact: true }).inputValue() : '';
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expectSaid(dialog.page(), SENT, 'Поделиться исследованием');
  const letter = await mailbox.letter(email, /открыли доступ к исследованию/);
  return { email, pin, letter, link: linkIn(letter), row: dialog.getByRole('listitem', { name: email }) };
};
