import { getOverview } from '@snimok/contract/administration/day-overview';
import { markArrived, markMissed } from '@snimok/contract/reception/schedule';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { OverviewBoard } from './overview-board.tsx';

type Answer = ResponseOf<typeof getOverview>;
type Booked = Answer['expected']['items'][number];

const MINUTE_MS = 60_000;
const none = { items: [], totalCount: 0 };
const EMPTY: Answer = {
  date: '2026-11-24',
  timeZone: 'Asia/Vladivostok',
  expected: none,
  missed: none,
  awaited: none,
  present: none,
  uploading: none,
  processing: none,
  published: none,
  attention: {
    heldUploads: none,
    mismatches: none,
    failedUploads: none,
    interruptedUploads: none,
    letters: none,
    protests: none,
  },
};

const booked = (bookingID: number, patientName: string, minutesAgo: number): Booked => {
  const beginsAt = new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString();
  return {
    bookingID,
    patientName,
    beginsAt,
    endsAt: beginsAt,
    status: 'booked',
    date: '2026-11-24',
    locationID: 1,
    locationName: 'Центр',
    place: 1,
    slotUUID: crypto.randomUUID(),
    moved: false,
    patientPhone: '',
    studyComment: '',
    doctorID: 5,
    doctorName: 'Клиника',
    creatorName: 'Анна',
    cancelReason: '',
    patientID: null,
    studyID: null,
    letter: null,
  };
};

const study = (studyID: number, patientName: string) => ({
  studyID,
  patientID: studyID,
  doctorID: 5,
  patientName,
  doctorName: 'Клиника',
  type: 'rg' as const,
});

const listed = <Item,>(...items: Item[]) => ({ items, totalCount: items.length });
const region = (name: string) => page.getByRole('region', { name, exact: true });

test('a no-show is offered thirty minutes after the time of a booking, and an arrival at any time', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  const late = booked(1, 'Долгова Анна', 31);
  const early = booked(2, 'Ранова Вера', 29);
  const atMachine = { ...booked(3, 'Снегова Ольга', 40), acquisition: 'in-progress' as const };
  server.answer(getOverview, { ...EMPTY, expected: listed(atMachine, late, early) });
  const marked = server.answer(markMissed, undefined);
  showSignedIn(<OverviewBoard first={null} />);
  const expected = region('Ожидаются');
  await expect.element(expected.getByRole('button', { name: 'Отметить приход: Ранова Вера' })).toBeVisible();
  await expect.element(expected.getByText('снимают')).toBeVisible();
  expect(expected.getByText('опаздывает').elements()).toHaveLength(2);
  for (const name of ['Ранова Вера', 'Снегова Ольга'])
    await expect.element(expected.getByRole('button', { name: `Неявка: ${name}` })).not.toBeInTheDocument();
  server.answer(getOverview, {
    ...EMPTY,
    expected: listed(early),
    missed: listed({ ...late, missed: true }),
  });
  await expected.getByRole('button', { name: 'Неявка: Долгова Анна' }).click();
  await expect
    .element(region('Неявки').getByRole('button', { name: 'Отменить неявку: Долгова Анна' }))
    .toBeVisible();
  expect(marked.map(({ body }) => body)).toEqual([{ missed: true }]);
});

test('an entry lists the patient’s other studies, and marking her arrival uses the study that exists', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  const arrivedAt = '2026-11-24T00:05:00.000Z';
  const here = {
    ...study(1, 'Обзорова Анна'),
    arrivedAt,
    bookedAt: null,
    locationName: null,
    others: [{ studyID: 2, type: 'cbct' as const, column: 'uploading' as const }],
    openBookings: [booked(7, 'Обзорова Анна', 5)],
  };
  server.answer(getOverview, { ...EMPTY, present: listed(here) });
  const arrivals = server.answer(markArrived, { patientID: 1, studyID: 1, doctorID: 5 });
  showSignedIn(<OverviewBoard first={null} />);
  const present = region('На месте');
  // in the time zone of the centre
  await expect.element(present.getByText('с 10:05 · Клиника')).toBeVisible();
  const other = present.getByRole('link', { name: 'КЛКТ (3D)' });
  await expect.element(other).toBeVisible();
  // colour alone does not distinguish it from the words beside it
  await expect.element(other).toHaveStyle({ textDecorationLine: 'underline' });
  await expect.element(present.getByText('загружается')).toBeVisible();
  await present.getByRole('button', { name: 'Отметить приход: Обзорова Анна' }).click();
  await expect.element(page.getByText('Приход отмечен')).toBeVisible();
  expect(arrivals.map(({ body }) => body)).toEqual([
    { studyID: 1, patientID: 1, doctorID: 5, studyType: 'rg' },
  ]);
});

test('a long list is shortened until it is expanded, and an empty list shows a message', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  const publishedAt = '2026-11-24T00:05:00.000Z';
  const published = Array.from({ length: 100 }, (_, i) => ({
    ...study(i + 1, `Пациент ${i + 1}`),
    publishedAt,
  }));
  server.answer(getOverview, { ...EMPTY, published: listed(...published) });
  showSignedIn(<OverviewBoard first={null} />);
  const group = region('Опубликованы');
  await expect.element(group.getByText('100', { exact: true })).toBeVisible();
  await expect.element(group.getByRole('link', { name: 'Пациент 16' })).not.toBeInTheDocument();
  await group.getByRole('button', { name: 'Показать ещё 85: Опубликованы' }).click();
  await expect.element(group.getByRole('link', { name: 'Пациент 100' })).toBeInTheDocument();
  await expect.element(region('На месте').getByText('Снимков никто не ждёт')).toBeVisible();
  await expect.element(region('Ожидаются').getByText('Больше никто не записан')).toBeVisible();
});
