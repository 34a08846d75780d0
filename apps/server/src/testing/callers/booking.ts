import type { Slot } from '@snimok/contract/reception/schedule';
import type { z } from 'zod';
import { dayAfter, dayIn } from '../../platform/time-and-sizes/calendar.ts';
import type { TestClient } from '../requests-and-waiting/client.ts';
import type { TestServer } from '../portal/server.ts';

export const walkInPatient = { patientName: 'Пётр Петров', patientPhone: '+79991234567' };

/** The sentence for employees of the centre when a slot is taken: it says who has booked it, and when. */
export const TAKEN_BY = /^Это время уже занято\. Кто записал: \S.*, \d.+ в \d\d:\d\d\. Выберите другое$/;

/** Opening hours on every day of the week, so that a test does not depend on the day it runs on. */
export const everyDay = (from = '09:00', to = '18:00') =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to }));

/**
 * A location, an assistant, and a doctor who may book online. `facts` replace defaults of the location. `day` is bookable.
 */
export const makeCentre = async (server: TestServer, facts: Record<string, unknown> = {}) => {
  const { make, as, clock, context } = server;
  const account = await make.doctor({ name: 'Белый клык', flags: ['schedule'] });
  const assistant = await as(await make.assistant());
  const doctor = await as(account);
  const rules = { name: 'Центр на Мира', capacity: 1, slotMinutes: 30, hours: everyDay(), ...facts };
  const { body } = await assistant.post('/assistant/schedule/locations', rules);
  const { locationID } = body as { locationID: number };
  const day = dayAfter(dayIn(context.config.timeZone, clock.now()), 3);
  return { assistant, doctor, account, rules, locationID, day, at: `/schedule/locations/${locationID}` };
};

export const freeSlots = async (doctor: TestClient, at: string, day: string) =>
  ((await doctor.get(`/doctor${at}/${day}`)).body as { slots: z.output<typeof Slot>[] }).slots;
