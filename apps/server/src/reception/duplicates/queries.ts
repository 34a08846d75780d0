import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../platform/access/actor.ts';
import { visiblePatients } from '../../platform/access/visible.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { ComparedCard } from './similarity.ts';

/** If more cards share a birth date, it is the default value of a machine, which does not identify a person. */
const MAX_CANDIDATES = 200;

interface Sought {
  name: string;
  birthday: string | null;
  phone: string | null;
}

/** Visible patients whose cards agree with this person in birth date, phone number or the words of the name. */
const agreeingWith = (db: Tx, who: Actor, { name, birthday, phone }: Sought) =>
  db
    .selectFrom('patients')
    .select('patients.id')
    .where(visiblePatients(who))
    .where(
      sql<boolean>`(
        patients.birthday = ${birthday}::date
        or (phone is not null and phone <> '' and phone_digits(phone) = phone_digits(nullif(${phone}, '')))
        or name_key = name_key(${name})
      )`,
    )
    .limit(MAX_CANDIDATES);

/** For a person who has no card yet. */
export const listCandidatesFor = async (db: Tx, who: Actor, sought: Sought): Promise<number[]> =>
  (await agreeingWith(db, who, sought).execute()).map(({ id }) => id);

/** The condition on a card of another client: it has a copy of a study of this card. Each client has its own card. */
const isCardOfCopy = ({ id, doctorID }: { id: number; doctorID: number }) => sql<boolean>`(
  patients.doctor_id <> ${doctorID} and exists (
    select 1 from studies original join studies copy on copy.object_id = original.object_id
    where original.patient_id = ${id} and copy.patient_id = patients.id
  )
)`;

/** For a patient with a card. Leaves out the dismissed cards and the cards that were made for copies of studies. */
export const listCandidates = async (
  db: Tx,
  who: Actor,
  { id, doctorID, ...sought }: Sought & { id: number; doctorID: number },
): Promise<number[]> => {
  const rows = await agreeingWith(db, who, sought)
    .where('patients.id', '<>', id)
    .where(({ not }) => not(isCardOfCopy({ id, doctorID })))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('distinctPatients as dismissed')
            .select('dismissed.patientID')
            .where(
              sql<boolean>`dismissed.patient_id = least(patients.id, ${id}) and dismissed.other_id = greatest(patients.id, ${id})`,
            ),
        ),
      ),
    )
    .execute();
  return rows.map((row) => row.id);
};

export const listCards = async (db: Tx, who: Actor, patientIDs: readonly number[]) =>
  patientIDs.length === 0
    ? []
    : db
        .selectFrom('patients')
        .innerJoin('accounts as owner', 'owner.id', 'patients.doctorID')
        .select([
          'patients.id',
          'patients.doctorID',
          'owner.name as doctorName',
          'patients.name',
          'patients.sex',
          'patients.birthday',
          'patients.phone',
          'patients.studiesCount',
          'patients.lastStudyCreatedAt',
        ])
        .where(sql<boolean>`patients.id = any(${patientIDs}::bigint[])`)
        .where(visiblePatients(who))
        .execute();

export type CardRow = Awaited<ReturnType<typeof listCards>>[number];

/** Two cards that agree in a key, by the ids of their patients. */
interface CandidatePair {
  one: number;
  other: number;
  cards: [ComparedCard, ComparedCard];
}

/** A value that more cards of a client share, such as the phone number of a clinic, does not identify a person. */
const MAX_AGREEING = 50;
const MAX_PAIRS = 5_000;

/** SQL: the pairs of two cards of one client that meet the condition. */
const agreeing = (condition: RawBuilder<boolean>) => sql`
  select one.id as one, other.id as other
  from cards one join cards other on other.doctor_id = one.doctor_id and other.id > one.id and ${condition}`;

/** SQL: the card as JSON, with the fields of `ComparedCard`. */
const comparedCard = (alias: 'one' | 'other') => {
  const card = (column: string) => sql.ref(`${alias}.${column}`);
  return sql`jsonb_build_object('name', ${card('name')}, 'birthday', ${card('birthday')}, 'sex', ${card('sex')},
    'phone', ${card('digits')})`;
};

/**
 * Pairs of cards of one client that agree as in `listCandidates`, the newest card first, without the dismissed pairs. The
 * digits of the phone number are read from the end of `sought`, after the words of the name: regular expressions over all
 * cards would take seconds. A value that more than `MAX_AGREEING` cards of a client share is ignored. Returns at most
 * `MAX_PAIRS` pairs.
 */
export const listCandidatePairs = async (db: Tx): Promise<CandidatePair[]> => {
  const { rows } = await sql<CandidatePair>`
    with cards as materialized (
      select *,
        count(*) over (partition by doctor_id, birthday) as of_birthday,
        count(*) over (partition by doctor_id, digits) as of_digits,
        count(*) over (partition by doctor_id, name_key) as of_name
      from (
        select id, doctor_id, name, birthday, sex, name_key,
          nullif(substr(sought, length(name_key) + 3), '') as digits
        from patients where deleted_at is null
      ) card
    ), pairs as (
      ${agreeing(sql`other.birthday = one.birthday and one.of_birthday <= ${MAX_AGREEING}`)}
      union ${agreeing(sql`other.digits = one.digits and one.of_digits <= ${MAX_AGREEING}`)}
      union ${agreeing(sql`other.name_key = one.name_key and one.of_name <= ${MAX_AGREEING}
        and (one.birthday is null or other.birthday is null or one.birthday = other.birthday)`)}
    )
    select pairs.one, pairs.other,
      jsonb_build_array(${comparedCard('one')}, ${comparedCard('other')}) as cards
    from pairs join cards one on one.id = pairs.one join cards other on other.id = pairs.other
    where not exists (
      select 1 from distinct_patients d where d.patient_id = pairs.one and d.other_id = pairs.other
    )
    order by pairs.other desc, pairs.one desc limit ${MAX_PAIRS}`.execute(db);
  return rows;
};

export const insertDistinct = async (
  tx: Tx,
  [one, other]: readonly [number, number],
  by: { creatorID: number; createdAt: Date },
): Promise<boolean> => {
  const inserted = await tx
    .insertInto('distinctPatients')
    .values({ patientID: Math.min(one, other), otherID: Math.max(one, other), ...by })
    .onConflict((existing) => existing.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
};
