import { insertBooking, updateArrived } from '../../reception/schedule/booking-rows/booking-queries.ts';
import { listLocations } from '../../reception/schedule/opening-hours/queries.ts';
import { slotsOf } from '../../reception/schedule/opening-hours/slots.ts';
import type { Tx } from '../../platform/db/client.ts';
import { dayAfter, dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import type { Person } from './people.ts';

interface PlannedBooking {
  /** 0 to 2, an index of days with opening hours; 0 is today, unless the centre is closed today */
  openDay: number;
  /** index of the slot in the day */
  slot: number;
  /** index of the patient */
  patient: number;
  comment: string;
}

const plan: PlannedBooking[] = [
  { openDay: 0, slot: 2, patient: 0, comment: 'КЛКТ: планирование имплантации 25' },
  { openDay: 0, slot: 5, patient: 1, comment: 'ОПТГ перед ортодонтическим лечением' },
  { openDay: 0, slot: 10, patient: 4, comment: 'ОПТГ' },
  { openDay: 0, slot: 15, patient: 13, comment: 'КЛКТ верхней челюсти' },
  { openDay: 1, slot: 1, patient: 7, comment: 'КЛКТ: положение 48' },
  { openDay: 1, slot: 4, patient: 16, comment: 'ОПТГ' },
  { openDay: 1, slot: 5, patient: 5, comment: 'Прицельный снимок 46' },
  { openDay: 2, slot: 3, patient: 10, comment: 'КЛКТ перед удалением 38' },
  { openDay: 2, slot: 8, patient: 19, comment: 'ОПТГ перед протезированием' },
];
const OPEN_DAYS = 3;
/** Contains three open days of a centre that is closed on weekends. */
const SEARCHED_DAYS = 7;

interface DemoPatients {
  people: Person[];
  patientIDs: number[];
  /** the client of the patient with this index in `people` */
  clientOf: (patient: number) => { id: number } | undefined;
  /** today's studies, by the index of the patient */
  studiesToday: ReadonlyMap<number, number>;
}

/**
 * Books slots from today on at the first location. If the time of a slot is over today, its patient has arrived, provided
 * that she has a study.
 */
export const addBookings = async (
  tx: Tx,
  { people, patientIDs, clientOf, studiesToday }: DemoPatients,
  assistantID: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<void> => {
  const [location] = await listLocations(tx, {
    kind: 'assistant',
    accountID: assistantID,
    rights: new Set(['booking']),
  });
  if (!location) return;
  const today = dayIn(timeZone, now);
  const days = Array.from({ length: SEARCHED_DAYS }, (_, at) => dayAfter(today, at))
    .map((day) => ({ day, slots: slotsOf(location, undefined, day, timeZone) }))
    .filter(({ slots }) => slots.length > 0)
    .slice(0, OPEN_DAYS);
  for (const { openDay, slot: at, patient, comment } of plan) {
    const day = days[openDay];
    const slot = day?.slots[at];
    const person = people[patient];
    const client = clientOf(patient);
    if (!day || !slot || !person || !client) continue;
    const facts = {
      doctorID: client.id,
      patientName: person.name,
      patientPhone: person.phone,
      comment,
      creatorID: assistantID,
      createdAt: after(now, -2 * DAY_MS),
    };
    const { id } = await insertBooking(tx, facts, {
      locationID: location.id,
      day: day.day,
      place: 1,
      ...slot,
    });
    const patientID = patientIDs[patient];
    const studyID = studiesToday.get(patient);
    const isOver = day.day === today && slot.endsAt <= now;
    if (isOver && patientID && studyID) {
      await updateArrived(tx, id, { doctorID: client.id, patientID, studyID });
    }
  }
};
