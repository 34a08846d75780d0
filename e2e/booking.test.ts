import type { Browser, Page } from '@playwright/test';
import { checkScreen } from './portal/screen-checks.ts';
import { signIn } from './portal/screens.ts';
import { expect, newPerson, test } from './portal/test.ts';
import { DAY_MS } from './portal/duration.ts';

const WIZARD = '/doctor-area/schedule';

/** A working day some days ahead, of the centre's calendar: `typed` as people write it. */
const workingDay = (ahead: number) => {
  let date = new Date(Date.now() + ahead * DAY_MS);
  while ([0, 6].includes(date.getUTCDay())) date = new Date(date.getTime() + DAY_MS);
  const iso = date.toISOString().slice(0, 10);
  return { iso, typed: iso.split('-').reverse().join('.') };
};

const fillPatient = async (page: Page, name: string) => {
  await page.getByLabel('ФИО пациента').fill(name);
  await page.getByLabel('Телефон пациента').fill('+79991234567');
  await page.getByRole('button', { name: 'Далее' }).click();
};

const slotsOf = (page: Page) => page.getByRole('group', { name: 'Свободное время' }).getByRole('button');

const chooseDay = async (page: Page, day: string) => {
  await page.getByRole('combobox', { name: 'Центр' }).click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Дата').fill(day);
  await page.keyboard.press('Tab');
  await expect(slotsOf(page).first()).toBeVisible();
};

const BOOK = 'Записать пациента на исследование';

test('a doctor books a patient, and another one who wanted the same time chooses anew', async ({
  page,
  newBrowserPage,
  portal,
  allowedErrors,
}) => {
  const [one, other] = [
    await portal.addAccount('doctor', newPerson('Первая клиника'), ['schedule']),
    await portal.addAccount('doctor', newPerson('Вторая клиника'), ['schedule']),
  ];
  const { typed } = workingDay(3);
  await signIn(page, portal.address, one, WIZARD);
  await expect(page.getByRole('heading', { name: 'Онлайн-запись пациента на исследование' })).toBeVisible();
  await expect(page.getByLabel('Телефон пациента')).toHaveAttribute('placeholder', '+79991234567');
  await fillPatient(page, 'Соколова Анна Игоревна');

  // no times before both a centre and a date are chosen
  await expect(page.getByText('Выберите центр и дату')).toBeVisible();
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByRole('button', { name: BOOK }).click();
  await expect(page.getByRole('alert')).toHaveText('Выберите центр, дату и время');
  await page.getByRole('button', { name: 'Назад' }).click();
  await chooseDay(page, typed);
  const slot = slotsOf(page).nth(3);
  const time = await slot.innerText();
  await slot.click();
  await expect(slot).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Назад' }).click();
  await expect(page.getByLabel('ФИО пациента')).toHaveValue('Соколова Анна Игоревна');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(slotsOf(page).nth(3)).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Далее' }).click();

  const rival = await newBrowserPage();
  await signIn(rival, portal.address, other, WIZARD);
  await fillPatient(rival, 'Кузнецов Илья Ильич');
  await chooseDay(rival, typed);
  await rival.getByRole('button', { name: time, exact: true }).click();
  await rival.getByRole('button', { name: 'Далее' }).click();

  await expect(page.getByText('Соколова Анна Игоревна')).toBeVisible();
  await expect(page.getByText(typed)).toBeVisible();
  await page.getByRole('button', { name: BOOK }).dblclick();
  await expect(page.getByText('Успех!')).toBeVisible();
  await expect(page.getByText(/украшения и аксессуары/)).toBeVisible();
  await portal.mailbox.letter(one.email, /записан на исследование/);

  allowedErrors.push(/409 .*\/api\/1\/doctor\/schedule\//);
  await rival.getByRole('button', { name: BOOK }).click();
  await expect(rival.getByRole('alert')).toHaveText('Это время уже занято. Выберите другое');
  await rival.getByRole('button', { name: 'Назад' }).click();
  await expect(slotsOf(rival).first()).toBeVisible();
  await expect(rival.getByRole('button', { name: time, exact: true })).toBeHidden();
  await slotsOf(rival).first().click();
  await rival.getByRole('button', { name: 'Далее' }).click();
  await rival.getByRole('button', { name: BOOK }).click();
  await expect(rival.getByText('Успех!')).toBeVisible();

  await page.getByRole('button', { name: 'Записать ещё' }).click();
  await expect(page.getByLabel('ФИО пациента')).toHaveValue('');
  await page.getByRole('button', { name: 'Далее' }).click();
  await chooseDay(page, typed);
  await expect(page.getByRole('button', { name: time, exact: true })).toBeHidden();
});

test(
  'what the server refuses is said at the last step, and stays to be mended',
  { tag: '@one-process' },
  async ({ page, portal, allowedErrors }) => {
    const doctor = await portal.addAccount('doctor', newPerson('Клиника'), ['schedule']);
    await signIn(page, portal.address, doctor, WIZARD);
    await page.getByRole('button', { name: 'Далее' }).click();
    await chooseDay(page, workingDay(4).typed);
    await slotsOf(page).first().click();
    await page.getByRole('button', { name: 'Далее' }).click();
    allowedErrors.push(/400 .*\/api\/1\/doctor\/schedule\//);
    await page.getByRole('button', { name: BOOK }).click();
    await expect(page.getByRole('alert')).toContainText('ФИО пациента');
    await expect(page.getByText('Проверьте запись')).toBeVisible();
  },
);

test(
  'a client whose account does not include booking finds no way to it',
  { tag: '@one-process' },
  async ({ page, portal }) => {
    const doctor = await portal.addAccount('doctor', newPerson('Без записи'));
    await signIn(page, portal.address, doctor, WIZARD);
    await expect(page.getByText('Запрошенная страница не найдена')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Запись пациента' })).toBeHidden();
  },
);

/** What a doctor somewhere else sees of the first and the last time of a day. */
const timesIn = async (
  browser: Browser,
  timezoneId: string,
  address: string,
  doctor: Parameters<typeof signIn>[2],
  day: string,
) => {
  const context = await browser.newContext({ timezoneId, locale: 'ru-RU' });
  const page = await context.newPage();
  await signIn(page, address, doctor, WIZARD);
  await fillPatient(page, 'Соколова Анна Игоревна');
  await chooseDay(page, day);
  const times = await slotsOf(page).allInnerTexts();
  await context.close();
  return times;
};

test(
  'times are those of the reader’s clock, with the day where midnight lies between',
  { tag: '@one-process' },
  async ({ browser, portal }) => {
    const doctor = await portal.addAccount('doctor', newPerson('Далёкая клиника'), ['schedule']);
    const { iso, typed } = workingDay(8);
    const [, month, date] = iso.split('-').map(Number);
    const next = new Date(Date.parse(iso) + DAY_MS);
    // nine to six in Moscow: the last half hour begins at 00:30 in Vladivostok
    const east = await timesIn(browser, 'Asia/Vladivostok', portal.address, doctor, typed);
    expect(east).toHaveLength(18);
    expect(east.slice(0, 2)).toEqual(['16:00', '17:00']);
    expect(east.find((time) => time.startsWith('00:30'))).toContain(`, ${next.getUTCDate()} `);
    // and the first one at 22:00 or 23:00 of the day before in Los Angeles
    const west = await timesIn(browser, 'America/Los_Angeles', portal.address, doctor, typed);
    const before = new Date(Date.UTC(2000, (month ?? 1) - 1, (date ?? 1) - 1));
    expect(west[0]).toMatch(new RegExp(`^2[23]:00, ${before.getUTCDate()} `));
  },
);

test('the counter books who rings up, moves her, and makes card and study when she comes', async ({
  page,
  portal,
  assistant,
  allowedErrors,
}) => {
  allowedErrors.push(/400 .*\/api\/1\/assistant\/schedule\//);
  const client = await portal.addAccount('doctor', newPerson('Клиника у стойки'), ['schedule']);
  const { iso } = workingDay(12);
  await signIn(page, portal.address, assistant);
  await page.getByRole('link', { name: 'Запись' }).click();
  await expect(page.getByRole('heading', { name: 'Запись', exact: true })).toBeVisible();
  await page.goto(`${portal.address}/assistant-area/schedule?date=${iso}`);
  await page.getByRole('button', { name: /записать на 10:00/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('ФИО пациента').fill('Журавлёва Мария Олеговна');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Телефон пациента');
  await dialog.getByLabel('Телефон пациента').fill('8 (495) 123-45-67');
  await dialog.getByRole('combobox', { name: /Клиент/ }).fill('у стойки');
  await page.getByRole('option', { name: client.name }).click();
  await dialog.getByLabel('Комментарий к исследованию').fill('Зуб 36');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await expect(dialog).toBeHidden();

  const booking = page.getByRole('button', { name: /Журавлёва/ });
  await booking.click();
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await dialog.getByRole('button', { name: '16:30' }).click();
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: /записать на 10:00/ })).toBeVisible();
  await portal.mailbox.letter(client.email, /перенесена/);

  await booking.click();
  await dialog.getByRole('button', { name: 'Пришёл' }).click();
  await expect(dialog.getByRole('radio', { name: 'Женский' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Создать карточку и исследование' }).click();
  await expect(page.getByRole('heading', { name: 'Журавлёва Мария Олеговна' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Зуб 36');

  await page.goto(`${portal.address}/assistant-area/schedule?date=${iso}&view=week`);
  await expect(booking).toContainText('пришёл');
  await page
    .getByRole('button', { name: /записать на 11:00/ })
    .first()
    .click();
  await dialog.getByLabel('ФИО пациента').fill('Отменин Пётр Петрович');
  await dialog.getByLabel('Телефон пациента').fill('+79990000000');
  await dialog.getByRole('button', { name: 'Записать' }).click();
  await page.getByRole('button', { name: /Отменин/ }).click();
  await dialog.getByRole('button', { name: 'Отменить запись' }).click();
  await dialog.getByLabel('Причина').fill('Заболел');
  await dialog.getByRole('button', { name: 'Отменить запись' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/Отменено: 1/)).toBeVisible();
});

test(
  'the screens of booking can be read by everybody',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, portal, assistant }) => {
    const doctor = await portal.addAccount('doctor', newPerson('Стоматология'), ['schedule']);
    await signIn(page, portal.address, doctor, WIZARD);
    await fillPatient(page, 'Соколова Анна Игоревна');
    await chooseDay(page, workingDay(16).typed);
    await slotsOf(page).first().click();
    await checkScreen(page, 'schedule-slots');
    const counter = await newBrowserPage();
    const path = `/assistant-area/schedule?date=${workingDay(16).iso}`;
    await signIn(counter, portal.address, assistant, path);
    await expect(counter.getByRole('button', { name: /записать на 10:00/ })).toBeVisible();
    await checkScreen(counter, 'counter-day');
    await counter.goto(`${portal.address}${path}&view=week`);
    await expect(counter.getByRole('button', { name: /записать на 10:00/ }).first()).toBeVisible();
    await checkScreen(counter, 'counter-week');
    await counter.goto(`${portal.address}/assistant-area/schedule/centres`);
    await counter.getByRole('button', { name: 'Изменить' }).click();
    await expect(counter.getByRole('dialog').getByLabel('Название')).toBeVisible();
    await checkScreen(counter, 'counter-centre');
  },
);
