import type { Actor } from '../../platform/access/actor.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import { waitsForFirstFiles } from '../../studies/studies/study-rows/study-state.ts';

export type WaitingStudy = Awaited<ReturnType<typeof listStudiesWithoutFiles>>[number];

/** Studies created from `since` on that wait for files, the latest first. A study with a booking has its time. */
export const listStudiesWithoutFiles = (db: Tx, who: Actor, since: Date, limit: number) =>
  db
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .select([
      'studies.id as studyID',
      'studies.patientID',
      'studies.doctorID',
      'studies.doctorName',
      'studies.type',
      'studies.createdAt',
      'patients.name',
      'patients.birthday',
      'patients.sex',
    ])
    .select(({ selectFrom }) =>
      selectFrom('bookings')
        .select('bookings.beginsAt')
        .whereRef('bookings.studyID', '=', 'studies.id')
        .limit(1)
        .as('bookedAt'),
    )
    .where('studies.createdAt', '>=', since)
    .where(visibleStudies(who))
    .where(waitsForFirstFiles())
    .orderBy('studies.createdAt', 'desc')
    .orderBy('studies.id', 'desc')
    .limit(limit)
    .execute();
