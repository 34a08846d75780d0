import { randomBytes } from 'node:crypto';
import type { addPasskey } from '@snimok/contract/people/second-factors';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import type { Initiator } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import type { Account } from '../accounts/account-rows/accounts.ts';
import { startChallenge } from '../second-factors/passkey-challenges.ts';
import { creationOptions } from '../second-factors/passkey-options.ts';
import { deletePasskey, insertPasskey, listPasskeys } from '../second-factors/passkeys.ts';
import type { RelyingParty } from '../second-factors/relying-party.ts';
import { verifyRegistration } from '../second-factors/verify-passkey.ts';
import { addFactor, finishRemoval, lockAccount } from './change-factors.ts';
import { sentences } from './sentences.ts';

/** Browsers and authenticators accept no more in one request. */
const MOST = 20;

interface Owner {
  account: Account;
  sessionHash: Buffer;
}

const useOf = ({ account, sessionHash }: Owner) =>
  ({ purpose: 'register', accountID: account.id, boundTo: sessionHash }) as const;

/** Begins a registration in this session. */
export const startPasskeyOf = async (context: Context, party: RelyingParty, owner: Owner) => {
  const { db } = context;
  const existing = await listPasskeys(db, owner.account.id);
  if (existing.length >= MOST) throw conflict(sentences.passkeysMany);
  const userHandle = existing[0]?.userHandle ?? randomBytes(32);
  const challenge = await startChallenge(context, db, useOf(owner), userHandle);
  return creationOptions(party, { challenge, userHandle, account: owner.account, existing });
};

type NewPasskey = BodyOf<typeof addPasskey> & { name: string };

/** Throws 400 unless the credential answers the options of this session, 409 if it is registered already. */
export const addPasskeyOf = async (
  context: Context,
  by: Initiator,
  party: RelyingParty,
  owner: Owner,
  { name, credential }: NewPasskey,
): Promise<string[]> => {
  const { account, sessionHash } = owner;
  // not in the transaction, so that a rollback does not make the challenge valid again
  const verified = await verifyRegistration(context, context.db, party, credential, useOf(owner));
  if (!verified) throw invalid(sentences.passkeyNotAdded);
  const passkey = { ...verified, accountID: account.id, name, createdAt: context.clock.now() };
  return context.db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await insertPasskey(tx, passkey))) throw conflict(sentences.passkeyExists);
    return addFactor(context, tx, by, { accountID: account.id, sessionHash, method: 'passkey' });
  });
};

export const removePasskeyOf = (
  { db, config }: Context,
  by: Initiator,
  account: Account,
  passkeyUUID: string,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await lockAccount(tx, account.id);
    if (!(await deletePasskey(tx, account.id, passkeyUUID))) throw notFound(sentences.noSecondFactor);
    await finishRemoval(config, tx, by, account, 'passkey');
  });
