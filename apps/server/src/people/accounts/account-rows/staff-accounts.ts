import { STAFF_NOTICES, type StaffRight } from '@snimok/contract/people/staff';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { publishAccountChange } from '../../../platform/realtime/publish-changes.ts';
import { suspendedSince } from './suspensions.ts';
import { requireOtherAdministrator } from './administrators.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { readRights, rightsColumns, storeRights } from '../sessions/stored-rights.ts';
import { sentences } from '../sentences.ts';

const staff = (db: Tx) => db.selectFrom('accounts').where('accounts.role', '=', 'assistant');

const byName = sql`accounts.name collate "ru-RU-x-icu"`;

const members = ({ db, clock }: Pick<Context, 'db' | 'clock'>) =>
  staff(db)
    .select([
      'accounts.id',
      'accounts.role',
      'accounts.name',
      'accounts.email',
      'accounts.post',
      'accounts.disabledAt',
    ])
    .select(rightsColumns)
    .select([
      suspendedSince.as('suspendedAt'),
      sql<number>`(
        select count(*) from sessions where account_id = accounts.id and expires_at > ${clock.now()}
      )`.as('sessionsCount'),
      sql<Date | null>`(
        select max(last_seen_at) from sessions where account_id = accounts.id
      )`.as('lastSeenAt'),
      sql<boolean>`has_second_factor(accounts.id)`.as('hasSecondFactor'),
      // the expressions match the index audit_events_of_account
      sql<Date | null>`(
        select at from audit_events
        where coalesce(doctor_id, actor_id) = accounts.id and action = 'account.sign-in'
          and (action like 'account.%' or action like 'staff.%')
        order by id desc limit 1
      )`.as('lastSignInAt'),
    ]);

export type StaffRow = Awaited<ReturnType<typeof findStaffMember>>;

export const listStaffPage = async (
  context: Pick<Context, 'db' | 'clock'>,
  { offset, limit }: { offset: number; limit: number },
) => {
  const [rows, { total }] = await Promise.all([
    members(context)
      .orderBy(sql`accounts.disabled_at is not null`)
      .orderBy(byName)
      .orderBy('accounts.id')
      .offset(offset)
      .limit(limit)
      .execute(),
    staff(context.db)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};

export const findStaffMember = (context: Pick<Context, 'db' | 'clock'>, accountID: number) =>
  members(context)
    .where('accounts.id', '=', accountID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noStaffMember));

/**
 * Changes the facts of an assistant. If a right is withdrawn, all sessions of the account end, and with them its sockets and
 * transfers. A right that is given appears in open pages at once. Returns the rights that were withdrawn.
 */
export const updateStaffFacts = async (
  tx: Tx,
  accountID: number,
  { name, rights, post }: { name?: string; rights: StaffRight[]; post?: string | undefined },
): Promise<StaffRight[]> => {
  if (!rights.includes('admin')) await requireOtherAdministrator(tx, accountID);
  const before = await staff(tx)
    .select(rightsColumns)
    .where('accounts.id', '=', accountID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noStaffMember));
  await tx
    .updateTable('accounts')
    .set({ ...(name !== undefined && { name }), ...(post !== undefined && { post }), ...storeRights(rights) })
    .where('id', '=', accountID)
    .execute();
  const withdrawn = readRights(before).filter((right) => !rights.includes(right));
  if (withdrawn.length > 0) await endSessionsOf(tx, accountID);
  await publishAccountChange(tx, accountID);
  return withdrawn;
};

/** The notices that the administrator has not read yet; notices of a later version are left out. */
export const listNotices = async (db: Tx, accountID: number) => {
  const { unreadNotices } = await staff(db)
    .select('unreadNotices')
    .where('accounts.id', '=', accountID)
    .executeTakeFirstOrThrow();
  return STAFF_NOTICES.filter((notice) => unreadNotices.includes(notice));
};

export const clearNotices = async (db: Tx, accountID: number): Promise<void> => {
  await db.updateTable('accounts').set({ unreadNotices: [] }).where('id', '=', accountID).execute();
};

/** Lets a disabled account sign in again. */
export const enableAccount = async (tx: Tx, accountID: number): Promise<void> => {
  const enabled = { disabledAt: null, suspendedAt: null };
  await tx.updateTable('accounts').set(enabled).where('id', '=', accountID).execute();
};
