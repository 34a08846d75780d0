import type { PasskeyAssertion } from '@snimok/contract/people/passkeys';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { forbidden, invalid } from '../../platform/errors/errors.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import { limitConcurrency } from '../accounts/limits/limit-concurrency.ts';
import { countFailure, refuseIfSpent } from '../accounts/limits/throttle.ts';
import { listMethods, type Method } from '../second-factors/factors.ts';
import { startChallenge } from '../second-factors/passkey-challenges.ts';
import { requestOptions } from '../second-factors/passkey-options.ts';
import { listPasskeys } from '../second-factors/passkeys.ts';
import { takeRecoveryCode } from '../second-factors/recovery-codes.ts';
import { relyingPartyOf } from '../second-factors/relying-party.ts';
import { takeTOTPCode } from '../second-factors/totp-secrets.ts';
import { takePasskey } from '../second-factors/verify-passkey.ts';
import { sentences } from './sentences.ts';
import { sentences as ofAccounts } from '../accounts/sentences.ts';

/** The act that is confirmed; a passkey's challenge is accepted for no other act. */
interface Act {
  accountID: number;
  /** hash of the session of the request */
  sessionHash: Buffer;
  /** for example `report:12` */
  what: string;
}

interface Presented {
  method: Method;
  code?: string | undefined;
  passkey?: z.output<typeof PasskeyAssertion> | undefined;
}

const FAILURES = 10;

const REFUSALS = {
  totp: ofAccounts.mfaCodeWrong,
  recovery: ofAccounts.recoveryCodeWrong,
  passkey: ofAccounts.passkeyWrong,
};

const challengeUse = ({ accountID, sessionHash, what }: Act) => ({
  purpose: 'second-step' as const,
  accountID,
  boundTo: hashToken(`${sessionHash.toString('hex')} ${what}`),
});

/** Begins the confirmation of an act by a passkey; null if the portal has no passkeys. */
export const startConfirmation = async (context: Context, act: Act) => {
  const party = relyingPartyOf(context.config);
  if (!party) return null;
  const challenge = await startChallenge(context, context.db, challengeUse(act));
  return requestOptions(party, challenge, await listPasskeys(context.db, act.accountID));
};

const limitsOf = ({ accountID }: Act) => [{ key: `confirm:${accountID}`, attempts: FAILURES }];

/** The factor that was presented; undefined if the account has no second factor. */
const findPresented = async (
  context: Context,
  { accountID }: Act,
  presented: Presented | undefined,
  missing: string,
): Promise<Presented | undefined> => {
  const methods = await listMethods(context.db, context.config, accountID);
  if (methods.length === 0) return undefined;
  if (!presented || !methods.includes(presented.method)) throw invalid(missing);
  return presented;
};

/**
 * Call before an act that is prepared before it is confirmed. Throws the same refusals as `confirmByFactor`, so that nothing is
 * prepared in vain, but does not check the factor, because a factor is accepted only once.
 */
export const requireFactor = async (
  context: Context,
  act: Act,
  presented: Presented | undefined,
  missing: string,
): Promise<void> => {
  if (!(await findPresented(context, act, presented, missing))) return;
  await refuseIfSpent(context, limitsOf(act), sentences.tooManyConfirmations);
};

/**
 * Checks a second factor of the account again before an act. An account without second factors passes. Throws 400 with
 * `missing` if nothing was presented, 403 for a wrong factor, 429 after too many.
 */
export const confirmByFactor = async (
  context: Context,
  act: Act,
  given: Presented | undefined,
  missing: string,
): Promise<void> => {
  const presented = await findPresented(context, act, given, missing);
  if (!presented) return;
  const limits = limitsOf(act);
  await limitConcurrency(`confirm:${act.accountID}`, 1, async () => {
    await refuseIfSpent(context, limits, sentences.tooManyConfirmations);
    if (await isRight(context, context.db, act, presented)) return;
    await countFailure(context, limits, sentences.tooManyConfirmations);
    throw forbidden(REFUSALS[presented.method]);
  });
};

const isRight = async (
  context: Context,
  tx: Tx,
  act: Act,
  { method, code = '', passkey }: Presented,
): Promise<boolean> => {
  const { accountID } = act;
  if (method === 'totp') return takeTOTPCode(context, tx, accountID, { code });
  if (method === 'recovery') return takeRecoveryCode(tx, accountID, code, context.clock.now());
  const party = relyingPartyOf(context.config);
  return passkey && party
    ? takePasskey(context, tx, party, passkey, { accountID, use: challengeUse(act) })
    : false;
};
