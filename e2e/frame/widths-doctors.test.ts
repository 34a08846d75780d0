import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { CLINIC, COMMENT, createAwkwardData, longPerson, NAMES, showArchived } from './awkward-data.ts';
import { writeBalls } from '../portal/files.ts';
import { checkLayout, inDays, press, walk } from './layout-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';
import { drag, expectLoaded, paneOf } from '../pages/viewer.ts';

// The doctors' part of widths.test.ts.

/** On a phone the row of panes in the viewer scrolls sideways and has a light edge where it continues. */
const PANES = /^hidden until scrolled sideways: «(Аксиальный|Корональный|Сагиттальный)»/;

/** The sizes of a small laptop, of a projector, and of a laptop whose page is enlarged to 200 %. */
const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 1280, height: 720 },
  { width: 683, height: 384 },
] as const;

/** Expects that after an edit the patient's name and the button that closes the viewer stay inside the window. */
const expectHeaderToStay = async (page: Page, patient: string) => {
  await page.setViewportSize(WINDOWS[0]);
  await page.keyboard.press('l');
  const box = (await paneOf(page, 'Аксиальный').boundingBox())!;
  await drag(page, { x: box.x + 120, y: box.y + 120 }, { x: box.x + 200, y: box.y + 150 });
  await expect(page.getByText('Сохранено', { exact: true })).toBeAttached();
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const title = page.locator('header b').filter({ hasText: patient });
    for (const part of [
      title,
      page.getByText(/\sг\.\sр\. · /),
      page.getByRole('button', { name: 'Закрыть', exact: true }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
    const canvas = (await page.locator('canvas[data-drawn]').first().boundingBox())!;
    expect(canvas.height, `${window.width} × ${window.height}`).toBeGreaterThan(window.height / 3);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** The bars of the viewer by their names, with the key that opens each and the one that closes it. */
const BARS = {
  Выравнивание: ['o', 'o'],
  'Зубная дуга': ['e', 'e'],
  Имплантат: ['i', 'c'],
  'Объём полости': ['b', 'b'],
  'Дыхательные пути': ['k', 'k'],
  'Выделить зуб': ['Shift+J', 'Shift+J'],
  'Срез по линии': ['y', 'y'],
  Суставы: ['h', 'h'],
  ТРГ: ['u', 'u'],
  Сетка: ['Shift+N', 'Shift+Q'],
} as const;

/**
 * Which parts of a bar are outside of the window or over a picture, and which names, buttons of the header and handles are
 * covered.
 */
const problemsOf = (bar: Locator, patient: string) =>
  bar.evaluate((shown, name) => {
    const strip = shown.closest('[data-strip]')!;
    // a bar that is higher than the strip is scrolled in it
    const box = strip.getBoundingClientRect();
    const isInside = ({ left, top, right, bottom }: DOMRect) =>
      left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const covers = (other: DOMRect) =>
      other.width > 0 &&
      Math.min(box.right, other.right) - Math.max(box.left, other.left) > 1 &&
      Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) > 1;
    const problems = [];
    if (!isInside(box)) problems.push('the strip is outside');
    if (strip.scrollWidth > strip.clientWidth) problems.push('the bar is wider than the strip');
    for (const canvas of document.querySelectorAll('canvas'))
      if (covers(canvas.getBoundingClientRect())) problems.push('the bar is over a picture');
    for (const handle of document.querySelectorAll('svg circle, input[type=range]'))
      if (covers(handle.getBoundingClientRect())) problems.push('the bar is over a handle');
    const title = [...document.querySelectorAll('header b')].find(({ textContent }) => textContent === name);
    const close = document.querySelector('header [aria-label="Закрыть"]');
    for (const [what, element] of Object.entries({ title, close })) {
      const seen = element?.getBoundingClientRect();
      const [x, y] = seen ? [seen.left + seen.width / 2, seen.top + seen.height / 2] : [-1, -1];
      const top = document.elementFromPoint(x, y);
      if (!seen || !isInside(seen) || !top || !(element!.contains(top) || top.contains(element!)))
        problems.push(`${what} is not visible`);
    }
    return problems;
  }, patient);

/** Each bar has its own strip at every size of the window and is shown alone; on a laptop the panes do not move for it. */
const expectBarsToStayApart = async (page: Page, patient: string) => {
  const pictures = page.locator('[data-layout]').first();
  for (const [name, [open, close]] of Object.entries(BARS)) {
    await page.setViewportSize(WINDOWS[0]);
    const before = await pictures.boundingBox();
    await page.keyboard.press(open);
    const bar = page.locator('[data-strip]').getByRole('group', { name, exact: true });
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      // a window as narrow as a phone starts with a tool of its own
      if (name === 'Имплантат') await page.keyboard.press(open);
      await expect(bar).toBeVisible();
      await expect(page.locator('[data-strip] > :not([hidden])')).toHaveCount(1);
      expect(await problemsOf(bar, patient), `${name} at ${window.width} × ${window.height}`).toEqual([]);
      if (window === WINDOWS[0]) expect(await pictures.boundingBox(), name).toEqual(before);
    }
    await page.setViewportSize(WINDOWS[0]);
    await page.keyboard.press(close);
    await expect(bar).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
};

/** A Monday in two or three weeks; the centre is open on Mondays. */
const openDay = () => inDays(14 + ((8 - new Date().getUTCDay()) % 7));

const BANNER = '<p><b>Стоматологический симпозиум</b> для рентгенологов и имплантологов</p>';

const pathOf = (patientID: number) => `/doctor-area/patients/${patientID}/studies`;

test('the screens of doctors fit every width', async ({ page, portal, api, folder, allowedErrors }) => {
  allowedErrors.push(/(403|404).*\/api\/1\/doctor\/patients\//);
  const { client, many } = await createAwkwardData(api, portal.mailbox, folder);
  const other = await api.createPatient(
    (await api.createClient(newPerson('Другая клиника'), portal.mailbox)).doctorID,
    'Чужой Пациент',
  );
  await api.setBanner(BANNER);
  await showArchived(page, 'need-restore');
  await signIn(page, portal.address, client);
  await walk(page, portal.address, [
    { name: 'doctor-patients', path: '/doctor-area/', shows: many.name },
    { name: 'doctor-shared', path: '/doctor-area/patients/shared', shows: 'Нет доступных элементов' },
    { name: 'client-studies', path: '/doctor-area/studies', shows: many.name },
    { name: 'doctor-referrals', path: '/doctor-area/referrals', shows: 'Направлений пока нет' },
    {
      name: 'referral-form',
      path: `/doctor-area/referrals/new?patientID=${many.patientID}`,
      shows: 'Отправить направление',
    },
    { name: 'doctor-patient', path: pathOf(many.patientID), shows: 'Требует восстановления' },
    { name: 'doctor-denied', path: pathOf(other.patientID), shows: 'Доступ запрещен.' },
    { name: 'doctor-absent', path: pathOf(999_999), shows: 'Не найдено.' },
    { name: 'doctor-not-found', path: '/doctor-area/nowhere', shows: 'Вернуться на главную' },
  ]);
  await api.setBanner('');
});

test('the dialogs and the profile of doctors fit every width', async ({ page, portal, api, folder }) => {
  const { client, many, double } = await createAwkwardData(api, portal.mailbox, folder);
  await api.sendMessage(client, COMMENT);
  await signIn(page, portal.address, client);
  await walk(page, portal.address, [
    {
      name: 'share-patient',
      path: pathOf(double.patientID),
      shows: 'Доступно',
      open: press('Поделиться'),
    },
    { name: 'segmentation', path: pathOf(many.patientID), shows: 'Доступно', open: press('3D-сегментация') },
    { name: 'chat', path: '/doctor-area/', shows: many.name, open: press(/Чат с оператором/) },
    { name: 'profile', path: '/doctor-area/profile', shows: 'Включить на этом устройстве' },
  ]);

  await page.goto(portal.address + pathOf(double.patientID));
  await press('Открыть снимок крупно')(page);
  await page.getByRole('button', { name: 'Открыть в просмотрщике' }).click();
  await expect(page.locator('canvas[data-drawn]')).toBeVisible();
  await checkLayout(page, 'viewer-picture');
});

test('the steps of a booking fit every width', async ({ page, portal, api }) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  await api.setFeatures(client, ['schedule']);
  await api.setBanner(BANNER);
  await signIn(page, portal.address, client);
  await page.goto(`${portal.address}/doctor-area/schedule`);
  await page.getByLabel('ФИО пациента').fill(NAMES[0]);
  await page.getByLabel('Телефон пациента').fill('+79991234567');
  await page.getByLabel('Комментарий к исследованию').fill(COMMENT);
  await checkLayout(page, 'booking-visitor');
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByRole('combobox', { name: 'Центр' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Дата').fill(openDay().split('-').reverse().join('.'));
  await page.keyboard.press('Tab');
  const times = page.getByRole('group', { name: 'Свободное время' });
  await times.getByText('09:00').click();
  await checkLayout(page, 'booking-slots');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page.getByText('Проверьте запись')).toBeVisible();
  await checkLayout(page, 'booking-review');
  await api.setBanner('');
});

test('the viewer fits every width with a saved edit, and no bar covers a picture, a handle, the name or «Закрыть»', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника Узкий экран'), portal.mailbox);
  await api.setFeatures(client, ['remote-viewer']);
  const { name } = longPerson('Широкова Александра');
  const patient = await api.createPatient(client.doctorID, name);
  await api.createDoneStudy(patient, 'cbct', await writeBalls(join(folder, 'КТ')));
  await signIn(page, portal.address, client, `/doctor-area/patients/${patient.patientID}/studies`);
  await page.getByRole('button', { name: 'Онлайн-просмотр' }).click();
  await expectLoaded(page);
  await expectHeaderToStay(page, name);
  await page.keyboard.press('Escape');
  await page.keyboard.press('c');
  await expectBarsToStayApart(page, name);
  await checkLayout(page, 'viewer', PANES);
});
