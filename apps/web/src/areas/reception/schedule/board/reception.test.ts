import { expect, test } from 'vitest';
import type { BookingCard } from '../queries.ts';
import { guessSex } from '@snimok/imaging/names/guess-sex';
import { cancelledOf, rowsOf } from '../week/rows.ts';

test('the sex is guessed from a patronymic, and without one it is left empty', () => {
  expect(guessSex('Иванова Анна Сергеевна')).toBe('female');
  expect(guessSex('Кузьмина Ольга Ильинична')).toBe('female');
  expect(guessSex('Иванов Пётр Сергеевич')).toBe('male');
  expect(guessSex('Петров Илья Ильич')).toBe('male');
  expect(guessSex('Алиева Лейла Рашид кызы')).toBe('female');
  expect(guessSex('Алиев Тимур Рашид оглы')).toBe('male');
  expect(guessSex('Саша Белый')).toBe('');
});

const at = (time: string) => `2026-11-23T${time}:00.000Z`;
const slot = (time: string) => ({
  slotUUID: time,
  beginsAt: at(time),
  endsAt: at(time),
  capacity: 1,
  free: 0,
});
const booking = (bookingID: number, time: string, status: BookingCard['status'] = 'booked'): BookingCard => ({
  bookingID,
  locationID: 1,
  locationName: '',
  place: 1,
  date: '2026-11-23',
  slotUUID: time,
  beginsAt: at(time),
  endsAt: at(time),
  status,
  patientName: '',
  patientPhone: '',
  studyComment: '',
  doctorID: null,
  doctorName: null,
  creatorName: '',
  cancelReason: '',
  moved: false,
  patientID: null,
  studyID: null,
  letter: null,
});

test('a booking whose slot no longer exists has a row at its own time, and cancelled bookings are listed apart', () => {
  const day = {
    slots: [slot('06:00'), slot('07:00')],
    bookings: [booking(1, '06:00'), booking(2, '06:30'), booking(3, '07:00', 'cancelled')],
  };
  const rows = rowsOf(day);
  expect(rows.map(({ beginsAt, bookings }) => [beginsAt, bookings.map((one) => one.bookingID)])).toEqual([
    [at('06:00'), [1]],
    [at('06:30'), [2]],
    [at('07:00'), []],
  ]);
  expect(rows[1]?.slot).toBeUndefined();
  expect(cancelledOf(day).map((one) => one.bookingID)).toEqual([3]);
});
