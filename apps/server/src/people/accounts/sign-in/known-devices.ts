import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { isMACOf, type KeyRing, macOf } from '../../../platform/secrets/key-ring.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import type { Limit } from '../limits/throttle.ts';

/**
 * A browser that has signed in to an account or set its password by a reset link. Its cookie gives no access; it only
 * exempts the browser from the limits that wrong passwords from unknown devices use up.
 */
export interface KnownDevice {
  accountID: number;
  id: string;
  expiresAt: Date;
}

/** Counted from the last sign-in. */
const MAX_AGE_MS = 180 * DAY_MS;
/** Each account has its own cookie, because several people may use one PC. The limit keeps the headers of a sign-in small. */
const MOST_COOKIES = 20;
const NAME = 'snimok_device_';

/** Limit for wrong passwords in a row; after that the device counts as unknown for a day. */
export const deviceLimit = ({ id }: Pick<KnownDevice, 'id'>): Limit => ({
  key: `device:${id}`,
  attempts: 20,
  windowMs: DAY_MS,
});

/** The device with a new expiry; a device that was known already keeps its id. */
export const renewDevice = (accountID: number, known: KnownDevice | undefined, now: Date): KnownDevice => ({
  accountID,
  id: known?.id ?? randomBytes(16).toString('base64url'),
  expiresAt: after(now, MAX_AGE_MS),
});

export const deviceCookie = (keys: KeyRing, device: KnownDevice) => ({
  name: NAME + device.accountID,
  value: `${textOf(device)}.${macOf(keys, signedText(device)).toString('base64url')}`,
});

/** The devices of all valid cookies, the last used first. */
export const readDevices = (
  keys: KeyRing,
  cookies: Record<string, string | undefined>,
  now: Date,
): KnownDevice[] =>
  Object.entries(cookies)
    .filter(([name]) => name.startsWith(NAME))
    .slice(0, 2 * MOST_COOKIES)
    .flatMap(([name, value]) => readDevice(keys, Number(name.slice(NAME.length)), value ?? '') ?? [])
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((one, other) => other.expiresAt.getTime() - one.expiresAt.getTime());

/** The cookies to delete when the browser gets another one: the least recently used. */
export const cookiesToDelete = (devices: KnownDevice[]): string[] =>
  devices.slice(MOST_COOKIES - 1).map(({ accountID }) => NAME + accountID);

const readDevice = (keys: KeyRing, accountID: number, value: string): KnownDevice | null => {
  const [, id = '', seconds = '', mac = ''] = /^([\w-]{22})\.(\d{10})\.([\w-]{43})$/.exec(value) ?? [];
  const device = { accountID, id, expiresAt: new Date(Number(seconds) * 1000) };
  return isMACOf(keys, signedText(device), Buffer.from(mac, 'base64url')) ? device : null;
};

const textOf = ({ id, expiresAt }: KnownDevice) => `${id}.${Math.floor(expiresAt.getTime() / 1000)}`;
const signedText = (device: KnownDevice) => `${device.accountID}.${textOf(device)}`;
