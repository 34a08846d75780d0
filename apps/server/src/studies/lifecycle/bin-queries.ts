import { DAYS_IN_BIN } from '@snimok/contract/studies/lifecycle';
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { patientsInBin, studiesInBin } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SearchPatterns } from '../../platform/db/search-words.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { inState } from '../studies/study-rows/study-state.ts';
import { EXAMINED_COLUMNS } from '../studies/study-rows/examined-at.ts';

interface DeletedList {
  /** empty: no filter */
  patterns: SearchPatterns;
  now: Date;
  offset: number;
  limit: number;
}

/** The next maintenance purges the rows that were deleted before this time. */
export const startOfBin = (now: Date): Date => after(now, -DAYS_IN_BIN * DAY_MS);

/** The bin is small, so neither filter needs an index of its own. */
const isNamed = (patterns: SearchPatterns): Expression<SqlBool> => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.and(
    patterns.map((spellings) =>
      row.or(
        spellings.flatMap((one) => [
          row('patients.sought', 'like', one),
          row('accounts.sought', 'like', one),
        ]),
      ),
    ),
  );
};

/** Read from the audit records, which every version of the portal writes. */
const deletedBy = (action: 'study.delete' | 'patient.delete') =>
  expressionBuilder<Database, 'studies' | 'patients'>()
    .selectFrom('auditEvents')
    .innerJoin('accounts as assistant', 'assistant.id', 'auditEvents.actorID')
    .select('assistant.name')
    .where('auditEvents.action', '=', action)
    .orderBy('auditEvents.id', 'desc')
    .limit(1);

/** Excludes studies whose files are gone, because they could not return to the state they had. */
const deletedStudies = (db: Tx, who: Actor, { patterns, now }: DeletedList) =>
  db
    .selectFrom('studies')
    .innerJoin('patients', 'patients.id', 'studies.patientID')
    .innerJoin('accounts', 'accounts.id', 'studies.doctorID')
    .leftJoin('objects', 'objects.id', 'studies.objectID')
    .where(studiesInBin(who))
    .where('studies.deletedAt', '>', startOfBin(now))
    .where((study) =>
      study.or([study.not(inState('available')), study('objects.place', 'in', ['warm', 'cold', 'bin'])]),
    )
    .where(isNamed(patterns));

export const listDeletedStudiesPage = async (db: Tx, who: Actor, list: DeletedList) => {
  const [rows, { total }] = await Promise.all([
    deletedStudies(db, who, list)
      .select([
        'studies.id',
        'studies.patientID',
        'studies.doctorID',
        'studies.type',
        'studies.status',
        'studies.createdAt',
        ...EXAMINED_COLUMNS,
        'studies.comment',
        'studies.patientName',
        'studies.doctorName',
        'studies.deletedAt',
        'patients.deletedAt as patientDeletedAt',
      ])
      .select((study) => [
        deletedBy('study.delete').whereRef('auditEvents.studyID', '=', 'studies.id').as('deletedBy'),
        study
          .selectFrom('externalShares')
          .select((share) => share.fn.countAll<number>().as('count'))
          .whereRef('externalShares.studyID', '=', 'studies.id')
          .where('externalShares.expiresAt', '>', list.now)
          .as('liveSharesCount'),
      ])
      .orderBy('studies.deletedAt', 'desc')
      .orderBy('studies.id', 'desc')
      .offset(list.offset)
      .limit(list.limit)
      .execute(),
    deletedStudies(db, who, list)
      .select((study) => study.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

const deletedPatients = (db: Tx, who: Actor, { patterns, now }: DeletedList) =>
  db
    .selectFrom('patients')
    .innerJoin('accounts', 'accounts.id', 'patients.doctorID')
    .where(patientsInBin(who))
    .where('patients.deletedAt', '>', startOfBin(now))
    .where(isNamed(patterns));

export const listDeletedPatientsPage = async (db: Tx, who: Actor, list: DeletedList) => {
  const [rows, { total }] = await Promise.all([
    deletedPatients(db, who, list)
      .select([
        'patients.id',
        'patients.doctorID',
        'patients.name',
        'patients.birthday',
        'patients.deletedAt',
        'accounts.name as doctorName',
        deletedBy('patient.delete').whereRef('auditEvents.patientID', '=', 'patients.id').as('deletedBy'),
      ])
      .orderBy('patients.deletedAt', 'desc')
      .orderBy('patients.id', 'desc')
      .offset(list.offset)
      .limit(list.limit)
      .execute(),
    deletedPatients(db, who, list)
      .select((patient) => patient.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};
