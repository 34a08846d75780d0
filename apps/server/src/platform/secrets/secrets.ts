import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../settings/config.ts';
import type { KeyRing } from './key-ring.ts';

export interface Secrets {
  /** Signs the URLs of the store. */
  storage: readonly [current: string, ...previous: string[]];
  /** Signs realtime tokens; begins with Centrifugo's secret if that is set, because Centrifugo verifies them. */
  realtime: KeyRing;
  /** Encrypts the secrets of external shares, so that the portal can show a link again. */
  shareLinks: KeyRing;
  /** Hashes the PINs of external shares. */
  sharePINs: KeyRing;
  /** Hashes the codes of patients' links. */
  shareCodes: KeyRing;
  /** Signs the tickets of viewer sessions. */
  viewTickets: KeyRing;
  /** Signs the token with which an API process opens a screen connection on a worker's host. */
  screens: KeyRing;
  /** Hashes the user codes of the upload program. */
  userCodes: KeyRing;
  /** Signs the cookies of known devices. */
  devices: KeyRing;
  /** The seeds of the keys that sign the heads of the audit chain. */
  auditHeads: KeyRing;
  /** Hashes the e-mail of a failed sign-in if no account has that e-mail. */
  auditNames: KeyRing;
  /** Encrypts the secrets of authenticator apps. */
  secondFactors: KeyRing;
  /** Signs the tokens of sign-ins that wait for a second factor. */
  mfaTokens: KeyRing;
  /** Encrypts the cookies of sign-ins that wait at the identity provider. */
  singleSignOn: KeyRing;
  /** Encrypts the secrets that sign the messages of webhooks. */
  webhooks: KeyRing;
  /** The private keys with which the portal identifies itself to push services. */
  webPush: KeyRing;
  /** Hashes the codes that confirm telephone numbers. */
  phoneCodes: KeyRing;
  /** The keys with which browsers encrypt unfinished input, one for each account. */
  drafts: KeyRing;
  /** Signs the list of erased patients. */
  erasures: KeyRing;
  /** The seeds of the keys that seal study reports. */
  reportSeals: KeyRing;
  /** Encrypts the passwords of archives from which studies are imported. */
  archiveImports: KeyRing;
  /** Encrypts the secrets among the settings that administrators change in the browser. */
  storedSettings: KeyRing;
}

type SecretSettings = Pick<
  Config,
  'dataDir' | 'secret' | 'previousSecrets' | 'centrifugo' | 'auditSigningKey'
>;

/**
 * Derives one key per use (HKDF, RFC 5869) from the configured secret or from one generated for the data folder, and
 * from each previous secret.
 */
export const openSecrets = async (config: SecretSettings): Promise<Secrets> => {
  const root = config.secret ?? (await readOrCreateSecret(config.dataDir));
  const derive = (secret: string, use: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `snimok ${use}`, 32));
  const ring = (use: string): KeyRing => [
    derive(root, use),
    ...config.previousSecrets.map((secret) => derive(secret, use)),
  ];
  const [storage, ...previousStorage] = ring('storage');
  const realtime = ring('realtime');
  return {
    storage: [storage.toString('base64url'), ...previousStorage.map((key) => key.toString('base64url'))],
    realtime: config.centrifugo.secret ? [Buffer.from(config.centrifugo.secret), ...realtime] : realtime,
    shareLinks: ring('share links'),
    sharePINs: ring('share PINs'),
    shareCodes: ring('share codes'),
    viewTickets: ring('view tickets'),
    screens: ring('screens'),
    userCodes: ring('user codes'),
    devices: ring('devices'),
    // heads that were signed before AUDIT_SIGNING_KEY was set are still verified
    auditHeads: config.auditSigningKey
      ? [derive(config.auditSigningKey, 'audit heads'), ...ring('audit heads')]
      : ring('audit heads'),
    auditNames: ring('audit names'),
    secondFactors: ring('second factors'),
    mfaTokens: ring('mfa tokens'),
    singleSignOn: ring('single sign-on'),
    webhooks: ring('webhooks'),
    webPush: ring('web push'),
    phoneCodes: ring('phone codes'),
    drafts: ring('drafts'),
    erasures: ring('erasures'),
    reportSeals: ring('report seals'),
    archiveImports: ring('archive imports'),
    storedSettings: ring('stored settings'),
  };
};

const readOrCreateSecret = async (dataDir: string): Promise<string> => {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  try {
    // `wx`: if two processes start at once, one creates the file and the other reads it
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
  }
  const secret = (await readFile(file, 'utf8')).trim();
  if (secret.length < 16)
    throw new Error(`${file} does not contain a secret: restore it from a backup, or remove it`);
  return secret;
};
