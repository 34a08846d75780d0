import { Email } from '@snimok/contract/fields';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { forbidden, invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import { findAccountByEmail, lockIfUnchanged } from './accounts.ts';
import { isPassword } from './passwords.ts';
import { openSession } from './sessions.ts';
import { clearAttempts, countAttempt, uncountAttempt, networkOf } from './throttle.ts';

const ACCOUNT_AND_ADDRESS_ATTEMPTS = 10;
const ACCOUNT_ATTEMPTS = 50;
const ADDRESS_ATTEMPTS = 100;

/**
 * Parses HTTP Basic credentials (RFC 7617): UTF-8, split at the first colon. Null if the header is absent or invalid.
 */
export const readBasic = (header: string | undefined): { email: string; password: string } | null => {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(header ?? '')?.[1];
  if (!encoded) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'));
    const colon = text.indexOf(':');
    return colon < 0 ? null : { email: text.slice(0, colon).trim(), password: text.slice(colon + 1) };
  } catch {
    return null;
  }
};

/**
 * Opens a session. An unknown e-mail and a wrong password give the same error after the same time; that an account is
 * disabled is shown only with the right password.
 */
export const signInWith = async (
  context: Context,
  { email, password }: { email: string; password: string },
  by: Initiator,
) => {
  const ip = by.address ?? '';
  const address = Email.safeParse(email);
  if (!address.success) throw invalid(sentences.badEmail);
  const mailbox = address.data.toLowerCase();
  const accountAndNetwork = `sign-in:${mailbox}:${networkOf(ip)}`;
  const account = `sign-in:${mailbox}`;
  const network = `sign-in-address:${networkOf(ip)}`;
  await countAttempt(
    context,
    [
      { key: accountAndNetwork, attempts: ACCOUNT_AND_ADDRESS_ATTEMPTS },
      { key: account, attempts: ACCOUNT_ATTEMPTS },
      { key: network, attempts: ADDRESS_ATTEMPTS },
    ],
    sentences.tooManySignIns,
  );
  const found = await findAccountByEmail(context.db, mailbox);
  // Argon2 hashes every byte, so a password of megabytes would cost computing time
  if (!(await isPassword(password.slice(0, 1000), found?.passwordHash)) || !found) {
    throw forbidden('unauthorized_client');
  }
  if (found.disabledAt) throw forbidden('access_denied');
  const session = await context.db.transaction().execute(async (tx) => {
    if (!(await lockIfUnchanged(tx, found))) throw forbidden('unauthorized_client');
    // only successful sign-ins are recorded
    const who = { kind: 'account' as const, accountID: found.id };
    await record(tx, { ...by, actor: who }, { action: 'account.sign-in', details: { role: found.role } });
    return openSession({ ...context, db: tx }, found.id);
  });
  await clearAttempts(context.db, [accountAndNetwork]);
  await uncountAttempt(context.db, [account, network]);
  return { account: found, session };
};
