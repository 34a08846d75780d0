import type { LetterSubject, UndeliveredLetter } from '@snimok/contract/administration/day-overview';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { visibleStudies } from '../../platform/access/visible.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { aboutPassword } from '../../people/accounts/account-rows/accounts.ts';
import { aboutStudy } from '../../studies/studies/ready-letter.ts';
import { inState } from '../../studies/studies/study-rows/study-state.ts';
import { aboutBooking } from '../../reception/schedule/reminders-and-letters/letters.ts';
import { listBookingsByID } from '../../reception/schedule/booking-rows/booking-queries.ts';
import { presentBooking } from '../../reception/schedule/bookings/present.ts';
import { presentFacts } from './present.ts';
import type { StudyFacts } from './queries.ts';

type Subject = z.input<typeof LetterSubject>;

/**
 * The maximum number of candidates that are looked up. More failed letters at once mean that no mail is delivered
 * at all.
 */
const MAX_CANDIDATES = 200;

/**
 * Letters that have failed since `since` and that an assistant can send again; only the newest letter about each
 * subject.
 */
export const listUndelivered = async (
  { db, config, clock }: Context,
  who: Actor,
  since: Date,
): Promise<z.input<typeof UndeliveredLetter>[]> => {
  const letters = await listFailed(db, since);
  const idsOf = (prefix: string) => letters.flatMap(({ about }) => idIn(about, prefix) ?? []);
  const [studies, bookings, accounts] = await Promise.all([
    listStudies(db, who, idsOf(STUDY)),
    config.scheduleEnabled ? listBookingsByID(db, who, idsOf(BOOKING)) : [],
    may(who, 'doctor.manage') ? listAccountsWithoutPassword(db, idsOf(PASSWORD)) : [],
  ]);
  const subjects = new Map<string, Subject>([
    ...studies.map((study): [string, Subject] => [
      aboutStudy(study.id),
      { kind: 'study', ...presentFacts(study) },
    ]),
    ...bookings
      .filter(({ status, beginsAt }) => status !== 'come' && beginsAt > clock.now())
      .map((booking): [string, Subject] => [
        aboutBooking(booking.id),
        { kind: 'booking', booking: presentBooking(booking, undefined) },
      ]),
    ...accounts.map(({ id, name }): [string, Subject] => [
      aboutPassword(id),
      { kind: 'password', doctorID: id, doctorName: name },
    ]),
  ]);
  const ofShares = await listShareLetters(db, who, since, clock.now());
  return [
    ...letters.flatMap(({ about, ...letter }) => {
      const subject = subjects.get(about);
      return subject ? [present(letter, subject)] : [];
    }),
    ...ofShares.map(({ shareUUID, letterID, recipient, failedAt, lastError, ...study }) =>
      present(
        { id: letterID, recipient, failedAt, lastError },
        { kind: 'external-share', shareUUID, ...presentFacts(study) },
      ),
    ),
  ].toSorted((one, other) => other.failedAt.localeCompare(one.failedAt));
};

const [STUDY, BOOKING, PASSWORD] = [aboutStudy, aboutBooking, aboutPassword].map((about) =>
  about(0).slice(0, -1),
) as [string, string, string];

const idIn = (about: string, prefix: string): number | undefined =>
  about.startsWith(prefix) ? Number(about.slice(prefix.length)) : undefined;

interface FailedLetter {
  id: number;
  recipient: string;
  failedAt: Date;
  lastError: string | null;
}

const present = ({ id, recipient, failedAt, lastError }: FailedLetter, subject: Subject) => ({
  letterID: id,
  recipient,
  failedAt: failedAt.toISOString(),
  error: lastError,
  subject,
});

const letterColumns = ['letters.recipient', 'letters.lastError'] as const;

const listFailed = (db: Tx, since: Date) =>
  db
    .selectFrom('letters')
    .select(['letters.id', ...letterColumns])
    .select((letter) => [
      letter.ref('letters.failedAt').$notNull().as('failedAt'),
      letter.ref('letters.about').$notNull().as('about'),
    ])
    .where('letters.failedAt', '>', since)
    .where(sql<boolean>`letters.about ^@ any(${[STUDY, BOOKING, PASSWORD]}::text[])`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('letters as newer')
            .select('newer.id')
            .whereRef('newer.about', '=', 'letters.about')
            .whereRef('newer.id', '>', 'letters.id'),
        ),
      ),
    )
    .orderBy('letters.failedAt', 'desc')
    .orderBy('letters.id', 'desc')
    .limit(MAX_CANDIDATES)
    .execute();

const studyColumns = [
  'studies.id',
  'studies.patientID',
  'studies.doctorID',
  'studies.patientName',
  'studies.doctorName',
  'studies.type',
] as const;

/** Only done studies: the letter says that the study can be opened. */
const listStudies = async (db: Tx, who: Actor, ids: number[]): Promise<StudyFacts[]> =>
  ids.length === 0
    ? []
    : db
        .selectFrom('studies')
        .select(studyColumns)
        .where('studies.id', 'in', ids)
        .where(inState('available'))
        .where(visibleStudies(who))
        .execute();

/** Enabled accounts that still have the one-time password of the letter and have not used it. */
const listAccountsWithoutPassword = async (db: Tx, ids: number[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('accounts')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .where('role', '=', 'doctor')
        .where('disabledAt', 'is', null)
        .where('passwordIsTemporary', '=', true)
        .where('passwordUsedAt', 'is', null)
        .execute();

/** The failed letters of external shares that have not expired. */
const listShareLetters = (db: Tx, who: Actor, since: Date, now: Date) =>
  db
    .selectFrom('letters')
    .innerJoin('externalShares', 'externalShares.letterID', 'letters.id')
    .innerJoin('studies', 'studies.id', 'externalShares.studyID')
    .select([...letterColumns, ...studyColumns, 'letters.id as letterID', 'externalShares.uuid as shareUUID'])
    .select((letter) => letter.ref('letters.failedAt').$notNull().as('failedAt'))
    .where('letters.failedAt', '>', since)
    .where('externalShares.expiresAt', '>', now)
    .where(visibleStudies(who))
    .orderBy('letters.failedAt', 'desc')
    .limit(MAX_CANDIDATES)
    .execute();
