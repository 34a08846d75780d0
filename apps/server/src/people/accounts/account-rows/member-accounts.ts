import type { ClientRole, MemberRole } from '@snimok/contract/people/client-members';
import { CLIENT_LETTER_KINDS } from '@snimok/contract/people/profile';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { publishAccountChange } from '../../../platform/realtime/publish-changes.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { suspendedSince } from './suspensions.ts';
import { sentences } from '../sentences.ts';

const people = (db: Tx, clientID: number) =>
  db
    .selectFrom('accounts')
    .where(({ eb, or, and }) =>
      or([
        and([eb('accounts.id', '=', clientID), eb('accounts.role', '=', 'doctor')]),
        eb('accounts.clientID', '=', clientID),
      ]),
    )
    .where('accounts.removedAt', 'is', null);

/** The people of a client: the owner first, then the others by name. */
export const listPeople = (db: Tx, clientID: number) =>
  people(db, clientID)
    .select(['accounts.id', 'accounts.name', 'accounts.email', 'accounts.disabledAt'])
    .select((account) => [
      suspendedSince.as('suspendedAt'),
      sql<ClientRole>`coalesce(accounts.client_role, 'owner')`.as('role'),
      sql<boolean>`has_second_factor(accounts.id)`.as('hasSecondFactor'),
      // the expressions match the index audit_events_of_account
      sql<Date | null>`(
        select at from audit_events
        where coalesce(doctor_id, actor_id) = ${account.ref('accounts.id')} and action = 'account.sign-in'
          and (action like 'account.%' or action like 'staff.%')
        order by id desc limit 1
      )`.as('lastSignInAt'),
    ])
    .orderBy(sql`accounts.client_id is not null`)
    .orderBy(sql`accounts.name collate "ru-RU-x-icu"`)
    .orderBy('accounts.id')
    .execute();

export type PersonRow = Awaited<ReturnType<typeof listPeople>>[number];

/** Locks the client's account, so that concurrent invitations and acceptances are counted one after the other. */
export const lockClient = async (tx: Tx, clientID: number): Promise<void> => {
  await tx.selectFrom('accounts').select('id').where('id', '=', clientID).forNoKeyUpdate().execute();
};

/** The number of people including the owner. */
export const countPeople = async (tx: Tx, clientID: number): Promise<number> => {
  const { count } = await people(tx, clientID)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

export const hasPerson = async (tx: Tx, clientID: number, email: string): Promise<boolean> =>
  (await people(tx, clientID)
    .select('accounts.id')
    .where(sql<string>`lower(accounts.email)`, '=', email.toLowerCase())
    .executeTakeFirst()) !== undefined;

interface NewMember {
  clientID: number;
  clientRole: string;
  email: string;
  name: string;
  passwordHash: string;
}

/** Throws 409 if the e-mail has an account. Letters about the client's work are off until the person switches them on. */
export const insertMember = async (tx: Tx, member: NewMember): Promise<number> => {
  const inserted = await tx
    .insertInto('accounts')
    .values({ ...member, role: 'member', featureFlags: [], declinedLetters: [...CLIENT_LETTER_KINDS] })
    .onConflict((existing) => existing.expression(sql`lower(email)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) throw conflict(sentences.invitationEmailTaken);
  return inserted.id;
};

const members = (clientID: number, accountID: number) =>
  sql<boolean>`id = ${accountID} and client_id = ${clientID} and removed_at is null`;

/** A receptionist sees less than a doctor. If the person becomes one, her sessions end, and so do sockets and transfers. */
export const updateMemberRole = async (
  tx: Tx,
  clientID: number,
  accountID: number,
  clientRole: MemberRole,
): Promise<void> => {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ clientRole })
    .where(members(clientID, accountID))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(sentences.noClientPerson);
  if (clientRole === 'reception') await endSessionsOf(tx, accountID);
  await publishAccountChange(tx, accountID);
};

/** The row is kept without its e-mail, so that the e-mail can be invited again. */
export const removeMember = async (
  { db: tx, clock }: Pick<Context, 'clock'> & { db: Tx },
  clientID: number,
  accountID: number,
): Promise<void> => {
  const now = clock.now();
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ removedAt: now, disabledAt: now, email: `removed-${accountID}@invalid` })
    .where(members(clientID, accountID))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound(sentences.noClientPerson);
  await tx.deleteFrom('passwordResets').where('accountID', '=', accountID).execute();
  await endSessionsOf(tx, accountID);
};
