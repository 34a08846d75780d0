import { CLINIC, longPerson, NAMES } from './awkward-data.ts';
import { callsOf } from '../portal/api-sign-in.ts';
import { inDays, press, walk } from './layout-checks.ts';
import { book } from '../portal/bookings-and-reports.ts';
import { signIn } from '../pages/screens.ts';
import { expect, type Page, test } from '../pages/test.ts';

// Bookings: the screens of widths.test.ts for clinics, and the dialogs of the centre's schedule.

const [NAME] = NAMES;

/** Opens a step of the dialog of a booking. */
const step = (name: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /Константинопольская/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
};

/** Opens a tab of the dialog of a centre. */
const tab = (name: string, then: string) => async (page: Page) => {
  await press('Изменить')(page);
  await page.getByRole('dialog').getByRole('tab', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name: then }).click();
};

/** Closes an hour, and opens the dialog that opens it again. */
const closeHour = async (page: Page) => {
  const dialog = page.getByRole('dialog');
  await press('Закрыть время')(page);
  await dialog.getByLabel('С, время').fill('16:00');
  await dialog.getByLabel('До, время').fill('17:00');
  await dialog.getByLabel('Причина').fill('Ремонт рентгеновского аппарата');
  await dialog.getByRole('button', { name: 'Закрыть время' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: /Ремонт/ }).click();
  await expect(dialog.getByText('После открытия')).toBeVisible();
};

test('the bookings of clinics fit every width', async ({ page, portal, api }) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  await api.setFeatures(client, ['schedule']);
  await api.createPatient(client.doctorID, NAME);
  const calls = await callsOf(portal.address, client);
  await book(calls, NAME, 3);
  await signIn(page, portal.address, client);
  const free = '/doctor-area/schedule';
  const own = '/doctor-area/schedule/bookings';
  const chooseTime = async (at: Page) => {
    await at
      .getByRole('region', { name: 'Ближайшее время во всех центрах' })
      .getByRole('button', { name: /^\d\d:\d\d/ })
      .first()
      .click();
    const dialog = at.getByRole('dialog');
    await dialog.getByRole('button', { name: NAME }).click();
    // the patient is loaded before it is chosen
    await expect(dialog.getByRole('button', { name: 'Выбрать другого' })).toBeVisible();
  };
  await walk(page, portal.address, [
    { name: 'free-times', path: free, shows: 'Ближайшее время' },
    { name: 'book-own-patient', path: free, shows: 'Ближайшее время', open: chooseTime },
    {
      name: 'booking-done',
      path: free,
      shows: 'Ближайшее время',
      open: async (at) => {
        await chooseTime(at);
        await at.getByRole('dialog').getByRole('button', { name: 'Записать' }).click();
        await expect(at.getByRole('heading', { name: 'Пациент записан' })).toBeVisible();
      },
    },
    { name: 'own-bookings', path: own, shows: NAME },
    { name: 'move-own-booking', path: own, shows: NAME, open: press('Перенести') },
    { name: 'cancel-own-booking', path: own, shows: NAME, open: press('Отменить') },
  ]);
});

test('the dialogs of the schedule and of its settings fit every width', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  // a day for this test alone, of which an hour is closed
  const day = await api.bookByPhone(client.doctorID, NAME, inDays(40));
  const date = `/assistant-area/schedule?date=${day}`;
  const centres = '/assistant-area/schedule/centres';
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, [
    { name: 'move-booking', path: date, shows: NAME, open: step('Перенести') },
    { name: 'cancel-booking', path: date, shows: NAME, open: step('Отменить запись') },
    { name: 'arrival', path: date, shows: NAME, open: step('Отметить приход') },
    {
      name: 'centre-breaks',
      path: centres,
      shows: 'Изменить',
      open: tab('Перерывы и сроки', 'Среда: добавить перерыв'),
    },
    { name: 'centre-prices', path: centres, shows: 'Изменить', open: tab('Цены', 'Добавить исследование') },
    { name: 'special-day', path: centres, shows: 'Изменить', open: press('Особый день') },
    { name: 'public-holidays', path: centres, shows: 'Изменить', open: press('Государственные праздники') },
    { name: 'open-time', path: `${date}&view=week`, shows: NAME, open: closeHour },
  ]);
  await page.getByRole('dialog').getByRole('button', { name: 'Открыть время' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
});
