import { expressionBuilder, sql } from 'kysely';
import type { Actor, DoctorActor } from '../../platform/access/actor.ts';
import { visiblePatients } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/schema.ts';
import { RUSSIAN_COLLATION } from '../../people/doctors/queries.ts';
import type { Reading } from './readings.ts';
import { listPrefixes, listFragments, type SearchPatterns } from '../../platform/db/search-words.ts';

const MAX_PATIENTS = 20;
const MAX_DOCTORS = 10;
/**
 * How many of the patients with the latest studies are searched first. If fewer than MAX_PATIENTS of them match, the
 * query is rare, and all patients are searched.
 */
const RECENT_PATIENTS = 5_000;

type SearchColumn = 'patients.sought' | 'accounts.sought';

const contains = (column: SearchColumn, patterns: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.and(patterns.map((spellings) => row.or(spellings.map((one) => row(column, 'like', one)))));
};

const startsWith = (column: SearchColumn, patterns: SearchPatterns) => {
  const row = expressionBuilder<Database, 'patients' | 'accounts'>();
  return row.or(listPrefixes(patterns).map((prefix) => row(column, 'like', prefix)));
};

const newestFirst = sql`patients.last_study_created_at desc nulls last`;

/** The columns of the search index, so that an index-only scan suffices. */
const patientKeys = (db: Tx, who: Actor) =>
  db
    .selectFrom('patients')
    .select(['patients.id', 'patients.sought', 'patients.lastStudyCreatedAt'])
    .where(visiblePatients(who));
type PatientKeys = ReturnType<typeof patientKeys>;

/** The best matches of some patients: first those whose surname begins with the query, then by the time of the last study. */
const rank = (db: Tx, candidates: PatientKeys, patterns: SearchPatterns, foundBy = patterns) =>
  db
    .selectFrom(candidates.as('patients'))
    .select('patients.id')
    .select(startsWith('patients.sought', patterns).as('bySurname'))
    .where(contains('patients.sought', foundBy))
    .orderBy('bySurname', 'desc')
    .orderBy(newestFirst)
    .orderBy('patients.id', 'desc')
    .limit(MAX_PATIENTS)
    .execute();

/**
 * The best matches of all patients. Ranking every match of a common fragment takes seconds («ова» is in every other name),
 * so the patients with the latest studies are ranked first. If too few of them match, the query is rare and the trigram index
 * finds all its matches quickly. The result is the same as if all matches were ranked; docs/decisions/0009-search.md has the
 * measurements.
 */
const rankAll = async (db: Tx, who: Actor, patterns: SearchPatterns) => {
  const all = patientKeys(db, who);
  const withLatestStudies = all.orderBy(newestFirst).orderBy('patients.id', 'desc').limit(RECENT_PATIENTS);
  const recent = await rank(db, withLatestStudies, patterns);
  if (recent.length < MAX_PATIENTS) return rankRare(db, all, patterns);
  if (recent.every(({ bySurname }) => bySurname)) return recent;
  const bySurname = await rank(db, all.where(startsWith('patients.sought', patterns)), patterns);
  const others = recent.filter((patient) => !patient.bySurname);
  return [...bySurname, ...others].slice(0, MAX_PATIENTS);
};

/**
 * A fragment is replaced by the whole words that contain it only if there are at most this many words. With more, the search
 * would be slower.
 */
const MAX_WHOLE_WORDS = 3;

/**
 * A fragment of common trigrams may be rare («ованов»), so the table of all words of names is searched first. If only a few
 * words contain the fragment, and none begins with it, those whole words are searched for: their first and last trigrams are
 * more selective than the trigrams of the fragment.
 */
const rankRare = async (db: Tx, all: PatientKeys, patterns: SearchPatterns) => {
  const foundBy: SearchPatterns = [];
  for (const spellings of patterns) {
    const fragments = listFragments(spellings);
    if (fragments.length < spellings.length) {
      foundBy.push(spellings);
      continue;
    }
    const rows = await db
      .selectFrom('searchWords')
      .select('word')
      .where((row) => row.or(fragments.map((fragment) => row('word', 'like', fragment))))
      .limit(MAX_WHOLE_WORDS + 1)
      .execute();
    if (rows.length === 0) return [];
    const inMiddle = rows.every(({ word }) => fragments.every((each) => !word.startsWith(each.slice(1, -1))));
    const areFew = rows.length <= MAX_WHOLE_WORDS;
    foundBy.push(inMiddle && areFew ? rows.map(({ word }) => `% ${word} %`) : spellings);
  }
  return rank(db, all, patterns, foundBy);
};

/**
 * Ranks a client's own and shared patients; one index finds the own ones, another the shared ones. All matches are ranked,
 * because a client has few patients.
 */
const rankOwn = (db: Tx, who: DoctorActor, patterns: SearchPatterns) => {
  const own = patientKeys(db, who).where('patients.doctorID', '=', who.clientID);
  const shared = patientKeys(db, who)
    .innerJoin('patientShares', 'patientShares.patientID', 'patients.id')
    .where('patientShares.doctorID', '=', who.clientID);
  return rank(db, own.unionAll(shared), patterns);
};

const rankReading = (db: Tx, who: Actor, { patterns, birthdays }: Reading) => {
  if (birthdays) return rank(db, patientKeys(db, who).where('patients.birthday', 'in', birthdays), patterns);
  return who.kind === 'doctor' ? rankOwn(db, who, patterns) : rankAll(db, who, patterns);
};

/** Maps the id of each patient found to the first interpretation of the query (`Reading`) that matched. */
const findByReadings = async (db: Tx, who: Actor, readings: Reading[]) => {
  const found = new Map<number, Reading>();
  for (const reading of readings) {
    if (found.size >= MAX_PATIENTS) break;
    for (const { id } of await rankReading(db, who, reading)) if (!found.has(id)) found.set(id, reading);
  }
  return found;
};

export const searchPatients = async (db: Tx, who: Actor, readings: Reading[]) => {
  const found = await findByReadings(db, who, readings);
  const ids = [...found.keys()].slice(0, MAX_PATIENTS);
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
  return rows
    .toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => ({ ...row, ...foundBy(found.get(row.id), row) }));
};

/** Why the patient was found; empty if the words of the query are in the name. */
const foundBy = (reading: Reading | undefined, row: { birthday: string | null; phone: string | null }) => {
  if (!reading?.reason) return {};
  const { reason } = reading;
  const text = {
    birthday: row.birthday,
    phone: row.phone,
    layout: reading.text,
    transliteration: reading.text,
  }[reason];
  return text === null ? {} : { foundBy: { reason, text } };
};

/** The hits of the first reading that has hits. */
export const searchDoctors = async (db: Tx, readings: Reading[]) => {
  for (const { reason, text, patterns } of readings) {
    const found = await findDoctors(db, patterns);
    if (found.length > 0)
      return found.map((row) => ({ ...row, ...(reason && { foundBy: { reason, text } }) }));
  }
  return [];
};

const findDoctors = (db: Tx, patterns: SearchPatterns) =>
  db
    .selectFrom('accounts')
    .select(['accounts.id', 'accounts.name', 'accounts.email'])
    .where('accounts.role', '=', 'doctor')
    .where(contains('accounts.sought', patterns))
    .orderBy(startsWith('accounts.sought', patterns), 'desc')
    .orderBy(sql`accounts.name collate ${RUSSIAN_COLLATION}`)
    .orderBy('accounts.id')
    .limit(MAX_DOCTORS)
    .execute();
