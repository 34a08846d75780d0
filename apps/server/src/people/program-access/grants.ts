import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { countAttempt, uncountAttempt, networkOf } from '../accounts/throttle.ts';
import { type AuditAction, type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { statusOf } from './present.ts';
import { findGrantByID, findGrantByUserCode, type GrantRow, updateGrant } from './queries.ts';
import { hashUserCode, readUserCode } from './user-code.ts';

/** Wrong codes per quarter of an hour: more than this is not mistyping but guessing. */
const ACCOUNT_GUESSES = 30;
const ADDRESS_GUESSES = 100;

/** Finds a grant by the user code as a person typed it. Throws 404 for an unknown code and 429 after too many. */
export const findGrant = async (
  context: Context,
  who: Actor,
  ip: string,
  typed: string,
): Promise<{ grant: GrantRow; userCode: string }> => {
  const { db, secrets } = context;
  const account = `user-code:${accountOf(who)}`;
  const address = `user-code-address:${networkOf(ip)}`;
  const limits = [
    { key: account, attempts: ACCOUNT_GUESSES },
    { key: address, attempts: ADDRESS_GUESSES },
  ];
  await countAttempt(context, limits, sentences.tooManyUserCodes);
  const userCode = readUserCode(typed);
  const grant = await findGrantByUserCode(db, who, hashUserCode(secrets.userCodes, userCode));
  if (!grant) throw notFound(sentences.noGrant);
  await uncountAttempt(db, [account, address]);
  return { grant, userCode };
};

interface ByCaller extends Initiator {
  actor: Actor;
}

export const acceptGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  changeStatus(context, by, grant, ['issued'], 'desktop.accept', (now) => ({
    status: 'granted',
    assistantID: accountOf(by.actor),
    grantedAt: now,
  }));

export const declineGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  changeStatus(context, by, grant, ['issued'], 'desktop.decline', (now) => ({
    status: 'declined',
    endedAt: now,
  }));

/** From the next request on, the program's token and its presigned URLs are refused. */
export const revokeGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  changeStatus(context, by, grant, ['granted', 'authorized'], 'desktop.revoke', (now) => ({
    status: 'revoked',
    endedAt: now,
  }));

const changeStatus = (
  { db, clock }: Context,
  by: ByCaller,
  { id }: GrantRow,
  from: string[],
  action: AuditAction,
  changeAt: (now: Date) => Parameters<typeof updateGrant>[4],
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const now = clock.now();
    if (!(await updateGrant(tx, id, from, now, changeAt(now)))) {
      const grant = await findGrantByID(tx, by.actor, id);
      throw grant ? conflict(sentences.grantStatus[statusOf(grant, now)]) : notFound(sentences.noGrant);
    }
    await record(tx, by, { action, details: { grantID: id } });
  });
