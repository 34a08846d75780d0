import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { listLocations } from '@snimok/contract/reception/locations';
import { getPatient } from '@snimok/contract/people/patients';
import { listScheduleDays } from '@snimok/contract/reception/schedule';
import { PATIENT } from '../../../../testing/answers.ts';
import type { FakeServer } from '../../../../testing/server.ts';
import { showSignedIn } from '../../../../testing/show.tsx';
import { expect, page, test } from '../../../../testing/test.ts';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { shiftDay } from '../times.ts';
import { ScheduleBoard } from './schedule-board.tsx';

const TIME_ZONE = 'Europe/Moscow';
const LOCATION: ResponseOf<typeof listLocations>['locations'][number] = {
  locationID: 1,
  name: 'Центр',
  address: '',
  capacity: 1,
  slotMinutes: 30,
  hours: [],
  breaks: [],
  bufferMinutes: 0,
  leadHours: null,
  horizonDays: 30,
  seats: [],
  prices: [],
  preparation: '',
  archived: false,
  specialDays: [],
};

type Day = ResponseOf<typeof listScheduleDays>['days'][number];

const dayWith = (date: string, free: number): Day => ({
  date,
  holiday: null,
  special: false,
  bookings: [],
  closures: [],
  slots: [
    {
      slotUUID: '5f0c1d5e-7a53-4a6e-9d0b-3f7f4c1f2a10',
      beginsAt: `${date}T07:00:00.000Z`,
      endsAt: `${date}T07:30:00.000Z`,
      capacity: 1,
      free,
    },
  ],
});

/** The only free time is on this day. */
const answer = (server: FakeServer, freeDay: string) => {
  server.answer(listLocations, { locations: [LOCATION], holidays: [], timeZone: TIME_ZONE });
  server.answer(getPatient, PATIENT);
  return server.answer(listScheduleDays, ({ query: { from = '', count } }) => ({
    days: Array.from({ length: Number(count) }, (_, at) => {
      const date = shiftDay(from, at);
      return dayWith(date, date === freeDay ? 1 : 0);
    }),
  }));
};

test('when a patient is to be booked, the schedule opens on the first day with a free time', async ({
  server,
}) => {
  const freeDay = shiftDay(dayOf(new Date(), TIME_ZONE), 9);
  answer(server, freeDay);
  showSignedIn(<ScheduleBoard />, `/assistant-area/schedule?patient=${PATIENT.patientID}`);
  await expect.element(page.getByText(/Выберите свободное время/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /записать на 10:00/ })).toBeVisible();
  expect(new URLSearchParams(location.search).get('date')).toBe(freeDay);
});

test('when a patient is to be booked and no day within two months is free, the schedule opens on today', async ({
  server,
}) => {
  const today = dayOf(new Date(), TIME_ZONE);
  const asked = answer(server, shiftDay(today, 60));
  showSignedIn(<ScheduleBoard />, `/assistant-area/schedule?patient=${PATIENT.patientID}`);
  await expect.element(page.getByLabelText('Дата')).toHaveValue(today.split('-').toReversed().join('.'));
  await expect.poll(() => asked.at(-1)?.query).toEqual({ from: today, count: '1' });
});
