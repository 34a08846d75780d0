import type { completeSignIn } from '@snimok/contract/people/auth';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { conflict, forbidden } from '../../../platform/errors/errors.ts';
import { listMethods, type Method } from '../../second-factors/factors.ts';
import { takeRecoveryCode } from '../../second-factors/recovery-codes.ts';
import { relyingPartyOf } from '../../second-factors/relying-party.ts';
import { takeTOTPCode } from '../../second-factors/totp-secrets.ts';
import { takePasskey } from '../../second-factors/verify-passkey.ts';
import { hashToken } from '../../../platform/secrets/hash-token.ts';
import { type Account, findAccountByID } from '../account-rows/accounts.ts';
import { isDisabled } from '../sessions/enabled-accounts.ts';
import { renewDevice } from './known-devices.ts';
import { limitConcurrency } from '../limits/limit-concurrency.ts';
import { MFA_TOKEN_MAX_AGE_MS, type MFAToken, readMFAToken } from './mfa-token.ts';
import { refuseExpired, refuseUsed } from './one-time-password.ts';
import { recordFailures } from './record-failures.ts';
import { openSessionOf, type SignInCaller } from './sign-in.ts';
import { bindingsOf, type StepDevice } from './step-device.ts';
import {
  countFailure,
  isSpent,
  type Limit,
  networkOf,
  type PausingLimit,
  refuseIfSpent,
  takeAttempt,
} from '../limits/throttle.ts';
import { sentences } from '../sentences.ts';

/**
 * Limits how often a person who knows the password can guess the six digits: three of a million codes are valid at any time.
 * Unknown devices together have about sixty guesses a day. Known devices have a separate limit, so that the guesses of others
 * do not lock the owner out.
 */
const PAUSES = { attempts: 10, windowMs: DAY_MS, pauseMs: { first: 30_000, longest: 30 * 60_000 } };
/** Limit for wrong codes of one sign-in; after that the password is needed again. */
const TOKEN_FAILURES = 5;
const NETWORK_FAILURES = 100;

type SecondStep = BodyOf<typeof completeSignIn>;

/**
 * Finishes the sign-in that an mfa_token began. Throws 403 for a wrong code, 409 if the token has ended, was used or
 * belongs to another device, 429 after too many wrong codes.
 */
export const finishSignIn = async (context: Context, step: SecondStep, by: SignInCaller) => {
  const { db, clock } = context;
  const { method } = step;
  const token = readToken(context, step.mfa_token, by);
  const device = by.devices.find(({ accountID }) => accountID === token.accountID);
  const limits = limitsOf(method, token.accountID, device?.id, networkOf(by.address ?? ''));
  // checked before anything else, so that a flood of guesses costs little and does not delay the owner's attempt
  await refuseIfSpent(context, limits, sentences.tooManyCodes);
  const account = await findAccountOf(db, token);
  const use = { key: `mfa-token-used:${token.id}`, attempts: 1, windowMs: MFA_TOKEN_MAX_AGE_MS };
  const ofToken = { key: `mfa-token:${token.id}`, attempts: TOKEN_FAILURES, windowMs: MFA_TOKEN_MAX_AGE_MS };
  const lane = device ? `mfa-device:${device.id}` : `mfa:${account.id}`;
  return recordFailures(context, { mailbox: account.email, account }, by, () =>
    limitConcurrency(lane, 1, async () => {
      await refuseIfSpent(context, limits, sentences.tooManyCodes);
      for (const limit of [ofToken, use])
        if (await isSpent(context, limit)) throw conflict(sentences.mfaStartAgain);
      if (!(await listMethods(db, context.config, account.id)).includes(method))
        throw conflict(sentences.mfaStartAgain);
      refuseUsed(account);
      refuseExpired(context, account);
      const session = await openSessionOf(context, account, by, {
        secondFactor: 'passed',
        method,
        // a factor of the portal confirms the session
        ...(token.provider && { provider: { ...token.provider, authenticatedAt: clock.now() } }),
        present: async (tx) => {
          if (!(await takeFactor(context, tx, account.id, step))) return false;
          // the first of concurrent second steps succeeds; the others are rolled back, so the factors that they used
          // stay valid
          if (!(await takeAttempt({ ...context, db: tx }, use))) throw conflict(sentences.mfaStartAgain);
          return true;
        },
      });
      if (!session) {
        await countFailure(context, [ofToken, ...limits], sentences.tooManyCodes);
        throw forbidden(REFUSALS[method]);
      }
      return { account, session, device: renewDevice(account.id, device, clock.now()) };
    }),
  );
};

const REFUSALS = {
  totp: sentences.mfaCodeWrong,
  recovery: sentences.recoveryCodeWrong,
  passkey: sentences.passkeyWrong,
};

/** Throws 409 if the token is forged, has expired or belongs to another device. */
const readToken = ({ secrets, clock }: Context, mfa_token: string, device: StepDevice): MFAToken => {
  const token = readMFAToken(secrets.mfaTokens, mfa_token, bindingsOf(device), clock.now());
  if (!token) throw conflict(sentences.mfaStartAgain);
  return token;
};

const findAccountOf = async (db: Tx, token: MFAToken): Promise<Account> => {
  const account = await findAccountByID(db, token.accountID);
  if (!account || account.credentialsVersion !== token.credentialsVersion || (await isDisabled(db, account)))
    throw conflict(sentences.mfaStartAgain);
  return account;
};

/** The account whose second step waits for a passkey, and the use of its challenge. Throws 409 if the token has ended. */
export const findPasskeyStep = async (context: Context, mfa_token: string, device: StepDevice) => {
  const { id } = await findAccountOf(context.db, readToken(context, mfa_token, device));
  return { accountID: id, use: challengeUse(id, mfa_token) };
};

const challengeUse = (accountID: number, mfa_token: string) => ({
  purpose: 'second-step' as const,
  accountID,
  boundTo: hashToken(mfa_token),
});

/** False if the presented factor is wrong. */
const takeFactor = async (
  context: Context,
  tx: Tx,
  accountID: number,
  { mfa_token, method, code = '', passkey }: SecondStep,
): Promise<boolean> => {
  if (method === 'recovery') return takeRecoveryCode(tx, accountID, code, context.clock.now());
  if (method === 'totp') return takeTOTPCode(context, tx, accountID, { code });
  const party = relyingPartyOf(context.config);
  const use = challengeUse(accountID, mfa_token);
  return passkey && party ? takePasskey(context, tx, party, passkey, { accountID, use }) : false;
};

/**
 * Recovery codes and passkeys cannot be guessed, so they only have the limit of the network. The guesses of other people
 * therefore never block them.
 */
const limitsOf = (
  method: Method,
  accountID: number,
  deviceID: string | undefined,
  network: string,
): (Limit | PausingLimit)[] => {
  const ofNetwork = { key: `mfa-address:${method}:${network}`, attempts: NETWORK_FAILURES };
  if (method !== 'totp') return [ofNetwork];
  if (deviceID)
    return [
      { key: `mfa-device:${deviceID}`, attempts: 20, windowMs: DAY_MS },
      { key: `mfa-known:${accountID}`, ...PAUSES },
    ];
  return [ofNetwork, { key: `mfa-unknown:${accountID}`, ...PAUSES }];
};
