import type { Actor } from '../../platform/access/actor.ts';
import { visibleBookings, visiblePatients, visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { waitsForFirstFiles } from '../../studies/studies/study-rows/study-state.ts';
import { EXAMINED_COLUMNS } from '../../studies/studies/study-rows/examined-at.ts';

/** Even a centre with a million patients has fewer patients with the same birth date. */
const MAX_SAME_BIRTHDAY = 300;
/** The latest studies whose clients are suggested. */
const LATEST_STUDIES = 200;

export const listPatientIDsByBirthday = async (db: Tx, who: Actor, birthday: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('patients')
    .select('patients.id')
    .where('patients.birthday', '=', birthday)
    .where(visiblePatients(who))
    .orderBy('patients.id', 'desc')
    .limit(MAX_SAME_BIRTHDAY)
    .execute();
  return rows.map(({ id }) => id);
};

export type Candidate = Awaited<ReturnType<typeof listCandidates>>[number];

export const listCandidates = async (db: Tx, who: Actor, patientIDs: number[]) => {
  if (patientIDs.length === 0) return [];
  return db
    .selectFrom('patients')
    .innerJoin('accounts as owner', 'owner.id', 'patients.doctorID')
    .select([
      'patients.id as patientID',
      'patients.doctorID',
      'owner.name as doctorName',
      'patients.name',
      'patients.birthday',
      'patients.phone',
    ])
    .where('patients.id', 'in', patientIDs)
    .where(visiblePatients(who))
    .orderBy('patients.id', 'desc')
    .execute();
};

export type BookingOfDay = Awaited<ReturnType<typeof listBookingsOfDay>>[number];

/** All bookings of one day, whose names are compared by the caller; cancelled ones are left out. */
export const listBookingsOfDay = (db: Tx, who: Actor, day: string) =>
  db
    .selectFrom('bookings')
    .innerJoin('locations', 'locations.id', 'bookings.locationID')
    .leftJoin('accounts as doctor', 'doctor.id', 'bookings.doctorID')
    .select([
      'bookings.id',
      'bookings.beginsAt',
      'bookings.status',
      'bookings.patientName',
      'bookings.patientPhone',
      'bookings.doctorID',
      'doctor.name as doctorName',
      'bookings.patientID',
    ])
    .where('bookings.day', '=', day)
    .where('bookings.status', '!=', 'cancelled')
    .where(visibleBookings(who))
    .orderBy('bookings.beginsAt')
    .orderBy('bookings.id')
    .execute();

/** Studies of these patients that wait for files. */
export const listWaitingStudies = async (db: Tx, who: Actor, patientIDs: number[]) => {
  if (patientIDs.length === 0) return [];
  return db
    .selectFrom('studies')
    .select(['studies.id', 'studies.patientID', 'studies.type', 'studies.createdAt', ...EXAMINED_COLUMNS])
    .where('studies.patientID', 'in', patientIDs)
    .where(visibleStudies(who))
    .where(waitsForFirstFiles())
    .orderBy('studies.createdAt', 'desc')
    .orderBy('studies.id', 'desc')
    .execute();
};

/** The clients of the latest studies, the latest first. */
export const listLatestClients = async (db: Tx, who: Actor) => {
  const latest = db
    .selectFrom('studies')
    .select(['studies.doctorID', 'studies.createdAt'])
    .where(visibleStudies(who))
    .orderBy('studies.createdAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(LATEST_STUDIES);
  return db
    .selectFrom(latest.as('latest'))
    .innerJoin('accounts', 'accounts.id', 'latest.doctorID')
    .select(['accounts.id', 'accounts.name'])
    .where('accounts.disabledAt', 'is', null)
    .groupBy(['accounts.id', 'accounts.name'])
    .orderBy(({ fn }) => fn.max('latest.createdAt'), 'desc')
    .orderBy('accounts.id')
    .execute();
};
