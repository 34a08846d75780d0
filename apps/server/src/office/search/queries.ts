import { expressionBuilder, sql } from 'kysely';
import type { Actor, DoctorActor } from '../../platform/access/actor.ts';
import { visiblePatients } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { RUSSIAN } from '../../people/doctors/queries.ts';
import { listPrefixes, listFragments, type SearchPatterns } from '../../platform/db/search-words.ts';

const MOST_PATIENTS = 20;
const MOST_DOCTORS = 10;
/** What is found less often than MOST_PATIENTS times among so many is rare enough to weigh every match. */
const RECENT = 5_000;

type Sought = 'patients.sought' | 'accounts.sought';

const holds = (sought: Sought, wanted: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.and(wanted.map((spellings) => row.or(spellings.map((part) => row(sought, 'like', part)))));
};

const begins = (sought: Sought, wanted: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.or(listPrefixes(wanted).map((beginning) => row(sought, 'like', beginning)));
};

const newestFirst = sql`patients.last_study_created_at desc nulls last`;

/** What an index alone knows of a patient. */
const briefly = (db: Tx, who: Actor) =>
  db
    .selectFrom('patients')
    .select(['patients.id', 'patients.sought', 'patients.lastStudyCreatedAt'])
    .where(visiblePatients(who));

/** First those whose surname begins so, the last worked on before the others; then the rest in the same order. */
const best = (db: Tx, some: ReturnType<typeof briefly>, wanted: SearchPatterns, foundBy = wanted) =>
  db
    .selectFrom(some.as('patients'))
    .select('patients.id')
    .select(begins('patients.sought', wanted).as('bySurname'))
    .where(holds('patients.sought', foundBy))
    .orderBy('bySurname', 'desc')
    .orderBy(newestFirst)
    .orderBy('patients.id', 'desc')
    .limit(MOST_PATIENTS)
    .execute();

/**
 * The best of all patients. «ова» is in every second name: to weigh every match of it takes seconds, and the patients
 * last worked on hold enough of them. What they hold too few of is rare, and its trigrams lead to it. Either way the
 * answer is that of weighing all; docs/decisions/0009-search.md has the figures.
 */
const bestOfAll = async (db: Tx, who: Actor, wanted: SearchPatterns) => {
  const all = briefly(db, who);
  const lastWorkedOn = all.orderBy(newestFirst).orderBy('patients.id', 'desc').limit(RECENT);
  const recent = await best(db, lastWorkedOn, wanted);
  if (recent.length < MOST_PATIENTS) return bestOfRare(db, all, wanted);
  if (recent.every(({ bySurname }) => bySurname)) return recent;
  const bySurname = await best(db, all.where(begins('patients.sought', wanted)), wanted);
  const others = recent.filter((patient) => !patient.bySurname);
  return [...bySurname, ...others].slice(0, MOST_PATIENTS);
};

/** More words than these hold no rare fragment, and so many look-ups would cost more than they save. */
const MOST_WORDS = 3;

/**
 * A fragment made of common trigrams may be rare: «ованов» is nowhere. The words that hold it tell. When it is but in the
 * middle of a few, they are sought whole: a word's beginning and end are trigrams that the fragment has not.
 */
const bestOfRare = async (db: Tx, all: ReturnType<typeof briefly>, wanted: SearchPatterns) => {
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
      .limit(MOST_WORDS + 1)
      .execute();
    if (rows.length === 0) return [];
    const inMiddle = rows.every(({ word }) => !word.startsWith(fragment.slice(1, -1)));
    const isFew = rows.length <= MOST_WORDS;
    whole.push(inMiddle && isFew ? rows.map(({ word }) => `% ${word} %`) : spellings);
  }
  return best(db, all, wanted, whole);
};

/** Own patients and shared ones by an index each: few enough to weigh them all. */
const bestOfOwn = (db: Tx, who: DoctorActor, wanted: SearchPatterns) => {
  const own = briefly(db, who).where('patients.doctorID', '=', who.accountID);
  const shared = briefly(db, who)
    .innerJoin('patientShares', 'patientShares.patientID', 'patients.id')
    .where('patientShares.doctorID', '=', who.accountID);
  return best(db, own.unionAll(shared), wanted);
};

export const searchPatients = async (db: Tx, who: Actor, wanted: SearchPatterns) => {
  if (wanted.length === 0) return [];
  const found = await (who.kind === 'doctor' ? bestOfOwn(db, who, wanted) : bestOfAll(db, who, wanted));
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
    .where(holds('accounts.sought', wanted))
    .orderBy(begins('accounts.sought', wanted), 'desc')
    .orderBy(sql`accounts.name collate ${RUSSIAN}`)
    .orderBy('accounts.id')
    .limit(MOST_DOCTORS)
    .execute();
};
