import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { invalid } from '../../../platform/errors/errors.ts';
import { enqueue, job } from '../../../platform/jobs/jobs.ts';
import { enqueueLetter } from '../../../platform/letters/letters.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { hashToken, newToken } from '../../../platform/secrets/hash-token.ts';
import { findAccountByEmail, setPassword } from '../account-rows/accounts.ts';
import { deviceLimit, type KnownDevice } from '../sign-in/known-devices.ts';
import { checkNewPassword, hashPassword } from '../account-rows/passwords.ts';
import { endSessionsOf } from '../sessions/sessions.ts';
import { countAttempt, isSpent, networkOf, takeAttempt } from '../limits/throttle.ts';
import { sentences } from '../sentences.ts';

/** Limits per quarter of an hour for the reset requests of a network, and of a known device. */
const NETWORK_REQUESTS = 50;
const DEVICE_REQUESTS = 10;
/** Limit for letters to one account. Even if others use it up, the owner has a letter with a valid link. */
const LETTERS = 2;
const LETTER_WINDOWS_PER_LINK = 3;

/** The known devices that the cookies name, as the job receives them. */
type Devices = Pick<KnownDevice, 'accountID' | 'id'>[];

/**
 * Queues a reset link. The job looks the account up, so that a request does the same work for known and unknown e-mails.
 * Requests of other people are counted by their network, so that they do not use up the owner's limit.
 */
export const requestReset = async (
  context: Context,
  email: string,
  ip: string,
  devices: Devices,
): Promise<void> => {
  const [device] = devices;
  const limit = device
    ? { key: `reset-device:${device.id}`, attempts: DEVICE_REQUESTS }
    : { key: `reset-address:${networkOf(ip)}`, attempts: NETWORK_REQUESTS };
  await countAttempt(context, [limit], sentences.tooManyResets);
  const mailbox = email.toLowerCase();
  // at most one job per e-mail and device waits
  const key = `${sendResetLink.name}:${hashToken(`${mailbox} ${device?.id ?? ''}`).toString('base64url')}`;
  const known = devices.map(({ accountID, id }) => ({ accountID, id }));
  await enqueue(context.db, sendResetLink, { email: mailbox, devices: known }, { key });
};

/**
 * Sends a reset link to the account's address. Does nothing for an unknown e-mail or a disabled account. Does nothing
 * either after several letters within a third of a link's life: the account then has a letter whose link is valid for
 * at least another two thirds of that time. A device where the account signed in before has its own limit.
 */
const sendResetLinkTo = async (
  context: Context,
  { email, devices }: { email: string; devices: Devices },
): Promise<void> => {
  const { db, clock, config } = context;
  const account = await findAccountByEmail(db, email);
  if (!account || account.disabledAt) return;
  const device = devices.find(({ accountID }) => accountID === account.id);
  const isKnown = device !== undefined && !(await isSpent(context, deviceLimit(device)));
  const limit = {
    key: isKnown ? `reset-letter-device:${device.id}` : `reset-letter:${account.id}`,
    attempts: isKnown ? DEVICE_REQUESTS : LETTERS,
    windowMs: Math.ceil(config.passwordResetMaxAgeMs / LETTER_WINDOWS_PER_LINK),
  };
  const token = newToken();
  const createdAt = clock.now();
  await db.transaction().execute(async (tx) => {
    if (!(await takeAttempt({ ...context, db: tx }, limit))) return;
    await tx
      .insertInto('passwordResets')
      .values({
        tokenHash: hashToken(token),
        accountID: account.id,
        createdAt,
        expiresAt: after(createdAt, config.passwordResetMaxAgeMs),
      })
      .execute();
    await enqueueLetter(
      tx,
      'password-reset',
      { ofAccount: account.email },
      {
        name: account.name,
        resetURL: `${config.publicURL}/forgot-password/${token}`,
        minutes: Math.ceil(config.passwordResetMaxAgeMs / 60_000),
      },
    );
  });
};

export const sendResetLink = job('send-reset-link', { attempts: 5, pool: 'short', run: sendResetLinkTo });

interface NewPassword {
  token: string;
  password: string;
  repeat_password: string;
}

/**
 * Sets the password and ends all sessions of the account. A token works once, also for concurrent requests. Returns the
 * account's id.
 */
export const resetPasswordWith = async (
  { db, clock }: Context,
  by: Initiator,
  { token, password, repeat_password }: NewPassword,
): Promise<number> => {
  if (password !== repeat_password) throw invalid(sentences.passwordsDiffer);
  const account = await db
    .selectFrom('passwordResets')
    .innerJoin('accounts', 'accounts.id', 'passwordResets.accountID')
    .select(['accounts.id', 'accounts.email'])
    .where('tokenHash', '=', hashToken(token))
    .where('expiresAt', '>', clock.now())
    .where('accounts.disabledAt', 'is', null)
    .executeTakeFirst();
  if (!account) throw invalid(sentences.resetTokenInvalid);
  await checkNewPassword(password, account);
  const passwordHash = await hashPassword(password);
  await db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('passwordResets')
      .where('tokenHash', '=', hashToken(token))
      .executeTakeFirst();
    if (used.numDeletedRows === 0n) throw invalid(sentences.resetTokenInvalid);
    await setPassword(tx, account.id, passwordHash, false);
    await endSessionsOf(tx, account.id);
    const who = { kind: 'account' as const, accountID: account.id };
    await record(tx, { ...by, actor: who }, { action: 'account.reset-password' });
  });
  return account.id;
};
