import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { encode } from 'uqr';
import { contentsOfFolder, contentsOfZip, writeSeries } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studiesPath, studyCard } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';
import { brightnessOf } from '../pages/viewer.ts';

const PATIENT = 'Соколова Анна Игоревна';
const PHONE = { width: 375, height: 667 };

// wrong PINs and a revoked link cause these errors
test.use({ allowedErrors: [/status of 40[14] .*\/api\/1\/external\//] });

const MM_PER_POINT = 25.4 / 72;

/** Text and pages of the browser's print output, read by poppler. */
const printed = async (page: Page) => {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const run = (program: string, args: string[]) => execFileSync(program, args, { input: pdf }).toString();
  const text = run('pdftotext', ['-layout', '-', '-']);
  const facts = run('pdfinfo', ['-']);
  const [, width = '', height = ''] = /Page size: +([\d.]+) x ([\d.]+)/.exec(facts) ?? [];
  return {
    text,
    pages: Number(/Pages: +(\d+)/.exec(facts)?.[1]),
    sizeMm: [width, height].map((points) => Math.round(Number(points) * MM_PER_POINT)),
  };
};

/** The modules of the printed QR code, as the path that draws them, and their total width on paper. */
const readCode = async (page: Page) => {
  await page.emulateMedia({ media: 'print' });
  const code = page.getByRole('img', { name: 'QR-код со ссылкой на снимок' });
  const path = await code.locator('path').last().getAttribute('d');
  const { width = 0 } = (await code.boundingBox()) ?? {};
  const modules = Number((await code.getAttribute('viewBox'))?.split(' ')[2]);
  await page.emulateMedia({ media: null });
  return { path, widthMm: ((width / 96) * 25.4 * (modules - 8)) / modules };
};

const pathOf = (text: string) =>
  encode(text, { border: 4, ecc: 'M' })
    .data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');

const expectSheets = async (dialog: Locator, { shareURL, pin }: { shareURL: string; pin: string }) => {
  const page = dialog.page();
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const [paper, sizeMm] of [
    ['A4', [210, 297]],
    ['A6', [105, 148]],
    ['Чек 80 мм', [80, expect.any(Number)]],
  ] as const) {
    await dialog.getByText(paper, { exact: true }).click();
    const sheet = await printed(page);
    expect([paper, sheet.pages, sheet.sizeMm]).toEqual([paper, 1, sizeMm]);
    for (const words of [PATIENT, 'Ваш снимок', 'Наведите камеру', 'ПИН-код', pin.slice(0, 3)])
      expect(sheet.text).toContain(words);
    // a receipt ends below its last line
    if (paper === 'Чек 80 мм') expect(sheet.sizeMm[1]).toBeLessThan(200);
    expect(sheet.text).not.toContain('Очаг');
    const code = await readCode(page);
    expect(code.path).toBe(pathOf(shareURL));
    expect(code.widthMm).toBeGreaterThanOrEqual(30);
  }
};

/** Enters a wrong PIN and then the right one. */
const openOnPhone = async (phone: Page, shareURL: string, pin: string) => {
  await phone.goto(shareURL);
  const field = phone.getByLabel('ПИН-код');
  await expect(field).toHaveAttribute('inputmode', 'numeric');
  await field.fill(pin === '000000' ? '000001' : '000000');
  await phone.getByRole('button', { name: 'Открыть' }).click();
  await expect(phone.getByRole('alert')).toBeVisible();
  await field.fill(pin);
  await phone.getByRole('button', { name: 'Открыть' }).click();
  await expect(phone.getByRole('heading', { name: 'Ваш снимок' })).toBeVisible();
  await expect(phone.getByText(PATIENT)).toBeVisible();
  await expect(phone.getByText(/^Ваш снимок доступен до \d\d\.\d\d\.\d{4}$/)).toBeVisible();
  await expect(phone.getByText('Очаг')).toHaveCount(0);
};

const simpleViewer = (phone: Page) => phone.getByRole('dialog', { name: 'Просмотр снимка' });

/**
 * Uses panorama, slices and volume with brightness and saving, then returns to the page without another PIN.
 */
const useSimpleViewer = async (phone: Page) => {
  await phone.getByRole('button', { name: 'Посмотреть снимок' }).click();
  const viewer = simpleViewer(phone);
  const canvas = viewer.locator('canvas[data-drawn]');
  await expect(canvas).toBeVisible();
  await checkScreen(phone, 'patient-viewer');
  await phone.setViewportSize(PHONE);
  for (const control of await viewer.locator('button').all()) {
    const box = await control.boundingBox();
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(44);
  }

  const before = await brightnessOf(canvas);
  const brightness = viewer.getByRole('slider', { name: 'Светлее / темнее' });
  for (let step = 0; step < 4; step += 1) await brightness.press('ArrowRight');
  await expect(brightness).toHaveAttribute('aria-valuetext', 'светлее на 4');
  await expect.poll(() => brightnessOf(canvas)).toBeGreaterThan(before);

  const [saved] = await Promise.all([
    phone.waitForEvent('download'),
    viewer.getByRole('button', { name: 'Сохранить картинку' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^Панорама \d\d\.\d\d\.\d{4}\.png$/);

  await viewer.getByRole('tab', { name: 'Панорама' }).press('ArrowRight');
  await expect(viewer.getByRole('tab', { name: 'Срезы' })).toBeFocused();
  const slices = viewer.getByRole('slider', { name: 'Листать срезы' });
  const first = (await slices.getAttribute('aria-valuetext')) ?? '';
  await slices.press('ArrowRight');
  await expect(slices).not.toHaveAttribute('aria-valuetext', first);
  await viewer.getByRole('button', { name: 'Спереди' }).click();
  await expect(slices).toHaveAttribute('aria-valuetext', /^\d+ из 96$/);
  await expect(canvas).toBeVisible();
  await viewer.getByRole('tab', { name: 'Объём (3D)' }).click();
  await expect(viewer.getByRole('group', { name: 'Объём (3D)' }).locator('canvas[data-drawn]')).toBeVisible();

  await phone.goBack();
  await expect(viewer).toHaveCount(0);
  await expect(phone.getByRole('heading', { name: 'Ваш снимок' })).toBeVisible();
};

/** Opens everything that the viewer of dentists shows, for a patient who needs it. */
const viewFully = async (phone: Page) => {
  await phone.getByRole('button', { name: 'Посмотреть снимок' }).click();
  await simpleViewer(phone).getByRole('button', { name: 'Полный просмотр' }).click();
  await expect(phone).toHaveURL(/\/viewer#/);
  await phone.goBack();
};

test('a patient opens the study on a phone with the printed code and PIN until the link is revoked', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Апекс»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, PATIENT);
  const series = await writeSeries(join(folder, 'КТ'));
  await api.createDoneStudy(patient, 'cbct', series, 'Очаг в области 36');
  await signIn(page, portal.address, assistant, studiesPath(patient));
  await studyCard(page).getByRole('button', { name: 'Выдать пациенту' }).click();
  const dialog = page.getByRole('dialog', { name: 'Выдать снимок пациенту' });
  await expect(dialog.getByText('Пациенту этот снимок ещё не выдавали.')).toBeVisible();
  await checkScreen(page, 'patient-access-form');

  const answered = page.waitForResponse(
    (reply) => reply.url().endsWith('/patient-access') && reply.status() === 201,
  );
  await dialog.getByRole('button', { name: 'Выдать', exact: true }).click();
  const { shareURL } = (await (await answered).json()) as { shareURL: string };
  const pin = (
    (await dialog
      .getByRole('status')
      .getByText(/^\d{3}\s\d{3}$/)
      .textContent()) ?? ''
  ).replace(/\D/g, '');
  await checkScreen(page, 'patient-access-pin');

  await test.step('the sheet has the code, three steps and the PIN on one page of each paper', () =>
    expectSheets(dialog, { shareURL, pin }));
  await dialog.getByRole('button', { name: 'Код передан' }).click();
  await expect(page.getByText(pin)).toHaveCount(0);

  const phone = await newBrowserPage();
  await phone.setViewportSize(PHONE);
  await test.step('a wrong PIN is refused, the right one opens', () => openOnPhone(phone, shareURL, pin));
  await checkScreen(phone, 'patient-study');
  await phone.setViewportSize(PHONE);

  await test.step('the patient saves the files and opens the viewer', async () => {
    const [saved] = await Promise.all([
      phone.waitForEvent('download'),
      phone.getByRole('button', { name: 'Скачать файлы для врача' }).click(),
    ]);
    await saved.saveAs(join(folder, 'saved.zip'));
    expect(await contentsOfZip(join(folder, 'saved.zip'))).toEqual(contentsOfFolder(series));
    await useSimpleViewer(phone);
    await viewFully(phone);
  });

  await test.step('the centre sees the log and revokes the link, which closes the page', async () => {
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await expect(dialog).toBeHidden();
    await studyCard(page).getByRole('button', { name: 'Выдать пациенту' }).click();
    const row = dialog.getByRole('listitem', { name: /^Выдано / });
    await row.locator('summary').click();
    for (const line of ['Неверный ПИН-код', 'Страница открыта', 'Файлы скачаны', 'Открыт онлайн-просмотр'])
      await expect(row.getByRole('listitem').filter({ hasText: line }).first()).toContainText(
        /\(Chrome, \w+\)/,
      );
    await checkScreen(page, 'patient-access-log');
    await row.getByRole('button', { name: 'Отозвать' }).click();
    await row.getByRole('group', { name: 'Отзыв доступа' }).getByRole('button', { name: 'Отозвать' }).click();
    await expect(row.getByText(/^Доступ отозван /)).toBeVisible();
    await phone.goto('about:blank');
    await phone.goto(shareURL);
    await expect(phone.getByRole('heading', { name: 'Доступ закрыт или его срок истёк' })).toBeVisible();
  });
});
