import type { AuditAction } from '@snimok/contract/administration/history-labels';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { lockSession } from '../accounts/sessions/sessions.ts';
import { countFailure, refuseIfSpent } from '../accounts/limits/throttle.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, notFound, Problem } from '../../platform/errors/errors.ts';
import { sentences as ofAccess } from '../../platform/access/sentences.ts';
import { statusOf } from './present.ts';
import { findGrantByID, findGrantByUserCode, type GrantRow, updateGrant } from './queries.ts';
import { hashesOfUserCode, readUserCode } from './user-code.ts';
import { sentences } from './sentences.ts';

/** An assistant may type this many wrong codes in a quarter of an hour; more would be guessing. */
const ACCOUNT_GUESSES = 30;

/** Finds a grant by the user code as a person typed it. Throws 404 for an unknown code and 429 after too many. */
export const findGrant = async (
  context: Context,
  who: Actor,
  typed: string,
): Promise<{ grant: GrantRow; userCode: string }> => {
  const { db, secrets } = context;
  const limits = [{ key: `user-code:${accountOf(who)}`, attempts: ACCOUNT_GUESSES }];
  await refuseIfSpent(context, limits, sentences.tooManyUserCodes);
  const userCode = readUserCode(typed);
  const grant = await findGrantByUserCode(db, who, hashesOfUserCode(secrets.userCodes, userCode));
  if (!grant) {
    await countFailure(context, limits, sentences.tooManyUserCodes);
    throw notFound(sentences.noGrant);
  }
  return { grant, userCode };
};

interface ByCaller extends Initiator {
  actor: Actor;
  sessionHash: Buffer | null;
}

/**
 * The grant records the account's credentials at this moment (migration 0030). The session is therefore locked: it must not have
 * ended by a change of the password since the request began.
 */
export const acceptGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    if (!by.sessionHash || !(await lockSession(tx, by.sessionHash)))
      throw new Problem(401, ofAccess.signInFirst);
    await changeStatus(tx, context, by, grant, ['issued'], 'desktop.accept', (now) => ({
      status: 'granted',
      assistantID: accountOf(by.actor),
      grantedAt: now,
    }));
  });

export const declineGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  context.db.transaction().execute((tx) =>
    changeStatus(tx, context, by, grant, ['issued'], 'desktop.decline', (now) => ({
      status: 'declined',
      endedAt: now,
    })),
  );

/** The next request with the program's token or its presigned URLs is refused. */
export const revokeGrant = (context: Context, by: ByCaller, grant: GrantRow): Promise<void> =>
  context.db.transaction().execute((tx) =>
    changeStatus(tx, context, by, grant, ['granted', 'authorized'], 'desktop.revoke', (now) => ({
      status: 'revoked',
      endedAt: now,
    })),
  );

const changeStatus = async (
  tx: Tx,
  { clock }: Context,
  by: ByCaller,
  { id }: GrantRow,
  from: string[],
  action: AuditAction,
  changeAt: (now: Date) => Parameters<typeof updateGrant>[4],
): Promise<void> => {
  const now = clock.now();
  if (!(await updateGrant(tx, id, from, now, changeAt(now)))) {
    const grant = await findGrantByID(tx, by.actor, id);
    throw grant ? conflict(sentences.grantStatus[statusOf(grant, now)]) : notFound(sentences.noGrant);
  }
  await record(tx, by, { action, details: { grantID: id } });
};
