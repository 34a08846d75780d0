import type { signInWithPasskey } from '@snimok/contract/people/auth';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { Context } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/errors/errors.ts';
import { findPasskey } from '../../second-factors/passkeys.ts';
import type { RelyingParty } from '../../second-factors/relying-party.ts';
import { takePasskey } from '../../second-factors/verify-passkey.ts';
import { findAccountByID } from '../account-rows/accounts.ts';
import { isDisabled } from '../sessions/enabled-accounts.ts';
import type { SignedInAs } from './answer-sign-in.ts';
import { renewDevice } from './known-devices.ts';
import { limitConcurrency } from '../limits/limit-concurrency.ts';
import { refuseExpired, refuseUsed } from './one-time-password.ts';
import { recordFailures } from './record-failures.ts';
import { openSessionOf, type SignInCaller } from './sign-in.ts';
import { refuseSuspended } from '../account-rows/suspensions.ts';
import { countFailure, networkOf, refuseIfSpent } from '../limits/throttle.ts';
import { sentences } from '../sentences.ts';

/** Limit for one network per quarter of an hour. It only limits the work, because a signature cannot be guessed. */
const NETWORK_FAILURES = 100;
const CONCURRENT_BY_NETWORK = 8;

/** The purpose of the challenges of this sign-in. They name no account, because it is unknown when they are made. */
export const SIGN_IN = { purpose: 'sign-in', accountID: null, boundTo: null } as const;

/**
 * Opens a session by a passkey alone. A passkey is two factors: the authenticator, and the finger, face or PIN that it has
 * verified. An unknown passkey, a wrong signature and a disabled account give the same 403. If the account has a one-time
 * password, its limits apply: the session may only choose another password.
 */
export const signInByPasskey = async (
  context: Context,
  party: RelyingParty,
  assertion: BodyOf<typeof signInWithPasskey>,
  by: SignInCaller,
): Promise<SignedInAs> => {
  const { db, clock } = context;
  const network = networkOf(by.address ?? '');
  const limits = [{ key: `passkey-address:${network}`, attempts: NETWORK_FAILURES }];
  await refuseIfSpent(context, limits, sentences.tooManyPasskeys);
  const passkey = await findPasskey(db, Buffer.from(assertion.id, 'base64url'));
  const account = passkey && (await findAccountByID(db, passkey.accountID));
  // attempts with an unknown passkey are counted by its hash
  const mailbox = account?.email ?? `passkey ${assertion.id}`;
  if (account) refuseSuspended(account);
  return recordFailures(context, { mailbox, account }, by, () =>
    limitConcurrency(`passkey-address:${network}`, CONCURRENT_BY_NETWORK, async () => {
      await refuseIfSpent(context, limits, sentences.tooManyPasskeys);
      const session =
        account && !(await isDisabled(db, account))
          ? await openSessionOf(context, account, by, {
              secondFactor: 'passed',
              method: 'passkey',
              withoutPassword: true,
              present: async (tx) => {
                const use = { accountID: account.id, use: SIGN_IN };
                if (!(await takePasskey(context, tx, party, assertion, use))) return false;
                refuseUsed(account);
                refuseExpired(context, account);
                return true;
              },
            })
          : null;
      if (!account || !session) {
        await countFailure(context, limits, sentences.tooManyPasskeys);
        throw forbidden(sentences.passkeyWrong);
      }
      const known = by.devices.find(({ accountID }) => accountID === account.id);
      return { account, session, device: renewDevice(account.id, known, clock.now()) };
    }),
  );
};
