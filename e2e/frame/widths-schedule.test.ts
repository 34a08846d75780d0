import { CLINIC, longPerson, NAMES } from './awkward-data.ts';
import { inDays, press, walk } from './layout-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, type Page, test } from '../pages/test.ts';

// The schedule of the centre: screens of widths.test.ts.

/** In the week view a time is on the same line in all days. */
const expectAlignedTimes = async (page: Page) => {
  const rows = await page
    .getByRole('button', { name: /записать на/ })
    .evaluateAll((items) =>
      items.map((item) => ({ time: item.textContent, top: item.getBoundingClientRect().top })),
    );
  const topOf = new Map(rows.map(({ time, top }) => [time, top]));
  expect(rows.length).toBeGreaterThan(topOf.size);
  expect(rows.filter(({ time, top }) => topOf.get(time) !== top)).toEqual([]);
};

/** The schedule of the centre on a day on which this patient is booked, and its settings. */
const scheduleScreens = (day: string, patient: string): Parameters<typeof walk>[2] => [
  { name: 'schedule-day', path: `/assistant-area/schedule?date=${day}`, shows: patient },
  {
    name: 'schedule-week',
    path: `/assistant-area/schedule?date=${day}&view=week`,
    shows: patient,
    open: expectAlignedTimes,
  },
  {
    name: 'schedule-list',
    path: `/assistant-area/schedule?date=${day}&view=list`,
    shows: patient,
  },
  {
    name: 'close-time',
    path: `/assistant-area/schedule?date=${day}`,
    shows: patient,
    open: press('Закрыть время'),
  },
  {
    name: 'booking',
    path: `/assistant-area/schedule?date=${day}`,
    shows: patient,
    open: press(new RegExp(patient)),
  },
  {
    name: 'book-by-phone',
    path: `/assistant-area/schedule?date=${day}`,
    shows: patient,
    open: press(/записать на/),
  },
  { name: 'centres', path: '/assistant-area/schedule/centres', shows: 'Изменить' },
  {
    name: 'edit-centre',
    path: '/assistant-area/schedule/centres',
    shows: 'Изменить',
    open: press('Изменить'),
  },
  {
    name: 'add-holiday',
    path: '/assistant-area/schedule/centres',
    shows: 'Праздники',
    open: press('Добавить праздник'),
  },
];

test('the schedule of the centre and its settings fit every width', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(longPerson(CLINIC), portal.mailbox);
  const day = await api.bookByPhone(client.doctorID, NAMES[0], inDays(20));
  await api.bookByPhone(client.doctorID, NAMES[1], day);
  await signIn(page, portal.address, assistant);
  await walk(page, portal.address, scheduleScreens(day, NAMES[0]));
});
