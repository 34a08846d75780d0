import { timingSafeEqual } from 'node:crypto';
import { countFailure, networkOf, refuseIfSpent } from '../../people/accounts/limits/throttle.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden, Problem } from '../../platform/errors/errors.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { sentences } from './sentences.ts';
import { findFirstStart, isUnfinished } from './state.ts';

const WRONG_TOKENS = 20;

/**
 * Throws 410 if the first start is finished or the token has expired, 403 for a wrong token and 429 after many of them. Call
 * it before a transaction, and `lockFirstStart` in it.
 */
export const requireToken = async (context: Context, token: string, ip: string): Promise<void> => {
  const limits = [{ key: `first-start:${networkOf(ip)}`, attempts: WRONG_TOKENS }];
  const row = await findFirstStart(context.db);
  if (!(await isUnfinished(context, row))) throw new Problem(410, sentences.finished);
  await refuseIfSpent(context, limits, sentences.tooManyTries);
  if (!row.tokenHash || !timingSafeEqual(row.tokenHash, hashToken(token))) {
    await countFailure(context, limits, sentences.tooManyTries);
    throw forbidden(sentences.wrongToken);
  }
  if (row.tokenExpiresAt === null || row.tokenExpiresAt <= context.clock.now())
    throw new Problem(410, sentences.expired);
};

/** Locks the row, so that the second of two equal requests sees what the first one did. */
export const lockFirstStart = async (context: Pick<Context, 'config'>, tx: Tx) => {
  const row = await findFirstStart(tx, { forUpdate: true });
  if (!(await isUnfinished({ config: context.config, db: tx as Context['db'] }, row)))
    throw new Problem(410, sentences.finished);
  return row;
};
