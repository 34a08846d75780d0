import { Email } from '@snimok/contract/values/fields';
import { type Initiator, record } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { forbidden, invalid } from '../../../platform/errors/errors.ts';
import { isFactorRequired, listMethods, type Method } from '../../second-factors/factors.ts';
import { type Account, findAccountByEmail, lockIfUnchanged } from '../account-rows/accounts.ts';
import { isDisabled } from '../sessions/enabled-accounts.ts';
import { deviceLimit, type KnownDevice, renewDevice } from './known-devices.ts';
import { limitConcurrency } from '../limits/limit-concurrency.ts';
import { reportNewDevice } from './new-device-letter.ts';
import { markUsed, refuseExpired, refuseUsed } from './one-time-password.ts';
import { isPassword } from '../account-rows/passwords.ts';
import { recordFailures } from './record-failures.ts';
import type { ProviderSession } from '../sessions/provider-sessions.ts';
import { openSession } from '../sessions/sessions.ts';
import { refuseSuspended } from '../account-rows/suspensions.ts';
import type { StepDevice } from './step-device.ts';
import {
  clearFailures,
  countFailure,
  isSpent,
  type Limit,
  networkOf,
  type PausingLimit,
  refuseIfSpent,
} from '../limits/throttle.ts';
import { sentences } from '../sentences.ts';

/** How many passwords of one network are compared at the same time, so that it cannot use all computing time. */
const CONCURRENT_BY_NETWORK = 8;

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

interface Credentials {
  email: string;
  password: string;
}

/** `devices`: the devices that the cookies name. */
export interface SignInCaller extends Initiator, StepDevice {
  devices: KnownDevice[];
}

/**
 * Opens a session, or returns the methods of the second step that the account needs (`second-step.ts`). An unknown e-mail and a
 * wrong password give the same error after the same time. Only with the right password does the error say that the account is
 * disabled or its one-time password was used.
 *
 * Failures on a known device are counted separately, so that others cannot lock that device out. Unknown devices
 * share the limits of their network and of the account.
 */
export const signInWith = async (context: Context, { email, password }: Credentials, by: SignInCaller) => {
  const address = Email.safeParse(email);
  if (!address.success) throw invalid(sentences.badEmail);
  const mailbox = address.data.toLowerCase();
  const account = await findAccountByEmail(context.db, mailbox);
  return recordFailures(context, { mailbox, account }, by, () =>
    signInAs(context, { mailbox, account, password }, by),
  );
};

const signInAs = async (
  context: Context,
  { mailbox, account, password }: { mailbox: string; account: Account | undefined; password: string },
  by: SignInCaller,
) => {
  const device = by.devices.find(({ accountID }) => accountID === account?.id);
  if (device) {
    const limit = deviceLimit(device);
    const signedIn = await limitConcurrency(limit.key, 1, async () =>
      (await isSpent(context, limit)) ? null : attempt(context, { account, password }, [limit], by, device),
    );
    if (signedIn) return signedIn;
  }
  const limits = limitsOfUnknown(mailbox, networkOf(by.address ?? ''));
  const run = () => attempt(context, { account, password }, limits, by, undefined);
  return limitConcurrency(limits[1].key, CONCURRENT_BY_NETWORK, () =>
    limitConcurrency(limits[2].key, 1, run),
  );
};

/** The account's limit delays attempts from unknown devices by at most a minute, so it cannot lock the owner out. */
const limitsOfUnknown = (mailbox: string, network: string): [Limit, Limit, PausingLimit] => [
  { key: `sign-in:${mailbox}:${network}`, attempts: 10 },
  { key: `sign-in-address:${network}`, attempts: 100 },
  {
    key: `sign-in-unknown:${mailbox}`,
    attempts: 20,
    windowMs: HOUR_MS,
    pauseMs: { first: 1_000, longest: 60_000 },
  },
];

/** Compares one password and counts a failure. Every sign-in that fails or is throttled does so here. */
const attempt = async (
  context: Context,
  { account, password }: { account: Account | undefined; password: string },
  limits: (Limit | PausingLimit)[],
  by: SignInCaller,
  device: KnownDevice | undefined,
) => {
  const failed = await refuseIfSpent(context, limits, sentences.tooManySignIns);
  // Argon2 hashes every byte, so a password of several megabytes would use much computing time
  if (!(await isPassword(password.slice(0, 1000), account?.passwordHash)) || !account) {
    await countFailure(context, limits, sentences.tooManySignIns);
    throw forbidden('unauthorized_client');
  }
  refuseSuspended(account);
  if (await isDisabled(context.db, account)) throw forbidden('access_denied');
  refuseUsed(account);
  refuseExpired(context, account);
  const methods = await listMethods(context.db, context.config, account.id);
  const session = methods.length === 0 ? await enter(context, account, by) : null;
  // only the first limit is cleared: the failures of the network and of unknown devices may come from other people
  const own = limits[0]?.key;
  await clearFailures(
    context.db,
    failed.filter((key) => key === own),
  );
  // a device only becomes known after both steps
  if (!session) return { account, methods };
  return { account, session, device: renewDevice(account.id, device, context.clock.now()) };
};

/** Opens the session of an account that needs only its password. Refused if the account gets a second factor meanwhile. */
const enter = async (context: Context, account: Account, by: SignInCaller) => {
  const session = await openSessionOf(context, account, by, {
    secondFactor: isFactorRequired(context.config, account.role) ? 'due' : 'none',
    present: async (tx) => (await listMethods(tx, context.config, account.id)).length === 0,
  });
  if (!session) throw forbidden('unauthorized_client');
  return session;
};

interface Presented {
  secondFactor: 'none' | 'passed' | 'due';
  /** how the second factor was presented */
  method?: Method;
  /** no password was presented */
  withoutPassword?: boolean;
  /** only for a sign-in at the identity provider */
  provider?: ProviderSession;
  /** called while the account is locked, so that its factors cannot change; if false, no session is opened */
  present(tx: Tx): Promise<boolean>;
}

/** Opens the session of an account that the caller has recognised; null if `present` returns false. */
export const openSessionOf = (
  context: Context,
  account: Account,
  { devices, userAgent, stepCookie: _, ...by }: SignInCaller,
  { secondFactor, method, withoutPassword, provider, present }: Presented,
) =>
  context.db.transaction().execute(async (tx) => {
    if (!(await lockIfUnchanged(tx, account))) throw forbidden('unauthorized_client');
    if (!(await present(tx))) return null;
    if (account.passwordIsTemporary) await markUsed(tx, account.id, context.clock.now());
    const isKnownDevice = devices.some(({ accountID }) => accountID === account.id);
    await reportNewDevice(context, tx, { account, isKnownDevice, userAgent, address: by.address });
    const who = { kind: 'account' as const, accountID: account.id };
    const details = {
      role: account.role,
      ...(method && { secondFactor: method }),
      ...(withoutPassword && { password: 'none' }),
      ...(provider && { provider: new URL(provider.issuer).host }),
    };
    await record(tx, { ...by, actor: who }, { action: 'account.sign-in', details });
    return openSession({ ...context, db: tx }, account.id, {
      secondFactor,
      userAgent,
      address: by.address,
      provider,
    });
  });
