import { expressionBuilder, sql } from 'kysely';
import type { Actor, DoctorActor } from '../../platform/access/actor.ts';
import { visiblePatients } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import { listPrefixes, listFragments, type SearchPatterns } from '../../platform/db/search-words.ts';

const MAX_PATIENTS = 20;
const MAX_DOCTORS = 10;
/** What is found less often than MOST_PATIENTS times among so many is rare enough to weigh every match. */
const RECENT_PATIENTS = 5_000;

type SearchColumn = 'patients.sought' | 'accounts.sought';

const contains = (sought: SearchColumn, wanted: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.and(wanted.map((spellings) => row.or(spellings.map((part) => row(sought, 'like', part)))));
};

const startsWith = (sought: SearchColumn, wanted: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.or(listPrefixes(wanted).map((beginning) => row(sought, 'like', beginning)));
};

const newestFirst = sql`patients.last_study_created_at desc nulls last`;

/** What an index alone knows of a patient. */
const patientKeys = (db: Tx, who: Actor) =>
  db
    .selectFrom('patients')
    .select(['patients.id', 'patients.sought', 'patients.lastStudyCreatedAt'])
    .where(visiblePatients(who));

/** First those whose surname begins so, the last worked on before the others; then the rest in the same order. */
const rank = (db: Tx, some: ReturnType<typeof patientKeys>, wanted: SearchPatterns, foundBy = wanted) =>
  db
    .selectFrom(some.as('patients'))
    .select('patients.id')
    .select(startsWith('patients.sought', wanted).as('bySurname'))
    .where(contains('patients.sought', foundBy))
    .orderBy('bySurname', 'desc')
    .orderBy(newestFirst)
    .orderBy('patients.id', 'desc')
    .limit(MAX_PATIENTS)
    .execute();

/**
 * The best of all patients. «ова» is in every second name: to weigh every match of it takes seconds, and the patients
 * last worked on hold enough of them. What they hold too few of is rare, and its trigrams lead to it. Either way the
 * answer is that of weighing all; docs/decisions/0009-search.md has the figures.
 */
const rankAll = async (db: Tx, who: Actor, wanted: SearchPatterns) => {
  const all = patientKeys(db, who);
  const lastWorkedOn = all.orderBy(newestFirst).orderBy('patients.id', 'desc').limit(RECENT_PATIENTS);
  const recent = await rank(db, lastWorkedOn, wanted);
  if (recent.length < MAX_PATIENTS) return rankRare(db, all, wanted);
  if (recent.every(({ bySurname }) => bySurname)) return recent;
  const bySurname = await rank(db, all.where(startsWith('patients.sought', wanted)), wanted);
  const others = recent.filter((patient) => !patient.bySurname);
  return [...bySurname, ...others].slice(0, MAX_PATIENTS);
};

/** More words than these hold no rare fragment, and so many look-ups would cost more than they save. */
const MAX_WHOLE_WORDS = 3;

/**
 * A fragment made of common trigrams may be rare: «ованов» is nowhere. The words that hold it tell. When it is but in the
 * middle of a few, they are sought whole: a word's beginning and end are trigrams that the fragment has not.
 */
const rankRare = async (db: Tx, all: ReturnType<typeof patientKeys>, wanted: SearchPatterns) => {
  const whole: SearchPatterns = [];
  for (const spellings of wanted) {
    const [fragment] = listFragments(spellings);
    if (fragment === undefined) {
      whole.push(spellings);
      continue;
    }
    const rows = await db
      .selectFrom('searchWords')
      .select('word')
      .where('word', 'like', fragment)
      .limit(MAX_WHOLE_WORDS + 1)
      .execute();
    if (rows.length === 0) return [];
    const inMiddle = rows.every(({ word }) => !word.startsWith(fragment.slice(1, -1)));
    const isFew = rows.length <= MAX_WHOLE_WORDS;
    whole.push(inMiddle && isFew ? rows.map(({ word }) => `% ${word} %`) : spellings);
  }
  return rank(db, all, wanted, whole);
};

/** Own patients and shared ones by an index each: few enough to weigh them all. */
const rankOwn = (db: Tx, who: DoctorActor, wanted: SearchPatterns) => {
  const own = patientKeys(db, who).where('patients.doctorID', '=', who.accountID);
  const shared = patientKeys(db, who)
    .innerJoin('patientShares', 'patientShares.patientID', 'patients.id')
    .where('patientShares.doctorID', '=', who.accountID);
  return rank(db, own.unionAll(shared), wanted);
};

export const searchPatients = async (db: Tx, who: Actor, wanted: SearchPatterns) => {
  if (wanted.length === 0) return [];
  const found = await (who.kind === 'doctor' ? rankOwn(db, who, wanted) : rankAll(db, who, wanted));
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('patients')
    .innerJoin('accounts as owner', 'owner.id', 'patients.doctorID')
    .select([
      'patients.id',
      'patients.doctorID',
      'patients.name',
      'patients.birthday',
      'patients.phone',
      'owner.name as doctorName',
    ])
    .where('patients.id', 'in', ids)
    .where(visiblePatients(who))
    .execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
};

export const searchDoctors = async (db: Tx, wanted: SearchPatterns) => {
  if (wanted.length === 0) return [];
  return db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name', 'accounts.email'])
    .where('accounts.role', '=', 'doctor')
    .where(contains('accounts.sought', wanted))
    .orderBy(startsWith('accounts.sought', wanted), 'desc')
    .orderBy(sql`accounts.name collate ${RUSSIAN_COLLATION}`)
    .orderBy('accounts.id')
    .limit(MAX_DOCTORS)
    .execute();
};
