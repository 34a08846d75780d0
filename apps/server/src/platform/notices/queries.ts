import { type InferResult, sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { Attempt } from '../outbox/outbox.ts';

export interface NewNotice {
  channel: 'sms' | 'messenger' | 'push';
  recipient?: string;
  subscriptionID?: number;
  accountID?: number;
  content: string;
  reason: string;
  about: string | null;
  isSecret?: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export const insertNotice = async (tx: Tx, notice: NewNotice): Promise<number> =>
  (await tx.insertInto('notices').values(notice).returning('id').executeTakeFirstOrThrow()).id;

/** Notices that are neither sent nor given up. */
export const waitingNotices = (db: Tx) =>
  db.selectFrom('notices').selectAll().where('sentAt', 'is', null).where('failedAt', 'is', null);

export type WaitingNotice = InferResult<ReturnType<typeof waitingNotices>>[number];

/** The content is deleted with the last attempt, since it may contain a code or a link. */
export const saveAttempt = async (db: Tx, noticeID: number, attempt: Attempt): Promise<void> => {
  await db
    .updateTable('notices')
    .set((notice) => ({
      ...attempt,
      ...(attempt.nextTryAt === null && { content: '' }),
      attempts: notice('attempts', '+', 1),
    }))
    .where('id', '=', noticeID)
    .execute();
};

/** The newest notice for each `about` key. */
export const listNoticesAbout = async (db: Tx, about: string[]) => {
  if (about.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom('notices')
    .select(['createdAt', 'sentAt', 'failedAt', 'nextTryAt', 'attempts', 'lastError'])
    .select((notice) => notice.ref('about').$notNull().as('about'))
    .distinctOn('about')
    .where(sql<boolean>`about = any(${about}::text[])`)
    .orderBy('about')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map((row) => [row.about, row]));
};

/** Deletes the waiting notices about one thing, before a new one is queued or because the reason no longer applies. */
/** Returns how many were deleted. */
export const deleteWaitingAbout = async (tx: Tx, about: string): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('notices')
    .where('about', '=', about)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Whether the account got a notice for this reason through this channel after `since`. */
export const hasNoticeSince = async (
  db: Tx,
  { accountID, channel, reason }: { accountID: number; channel: string; reason: string },
  since: Date,
): Promise<boolean> => {
  const found = await db
    .selectFrom('notices')
    .select('id')
    .where('accountID', '=', accountID)
    .where('reason', '=', reason)
    .where('channel', '=', channel)
    .where('createdAt', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
};

export const hasNoticeAbout = async (db: Tx, about: string): Promise<boolean> => {
  const found = db.selectFrom('notices').select('id').where('about', '=', about).limit(1);
  return (await found.executeTakeFirst()) !== undefined;
};

/** Whether a text message about this thing was queued to this number (E.164), sent or not. */
export const hasTextTo = async (db: Tx, about: string, recipient: string): Promise<boolean> => {
  const found = db.selectFrom('notices').select('id').where('about', '=', about);
  return (await found.where('recipient', '=', recipient).limit(1).executeTakeFirst()) !== undefined;
};

export const deleteNoticesBefore = async (db: Tx, before: Date): Promise<void> => {
  await db.deleteFrom('notices').where('createdAt', '<', before).execute();
};

/** For /metrics: the numbers of notices by channel. */
export const countNotices = async (db: Tx, dayAgo: Date) => {
  const { rows } = await sql<{ channel: string; waiting: number; sent: number; failed: number }>`
    select channel, count(*) filter (where sent_at is null and failed_at is null)::int as waiting,
      count(*) filter (where sent_at > ${dayAgo})::int as sent,
      count(*) filter (where failed_at > ${dayAgo})::int as failed
    from notices where created_at > ${dayAgo}::timestamptz - interval '2 days' group by channel`.execute(db);
  return rows;
};
