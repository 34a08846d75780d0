import { resolve } from 'node:path';
import { MAX_FILES } from '@snimok/contract/studies/uploads';
import { z } from 'zod';
import { accountSettings, accountSettingsOf } from './account-settings.ts';
import { backupSettings, backupsOf } from './backup-settings.ts';
import { auditExport, syslogURL } from './audit-settings.ts';
import { ConfigError } from './config-error.ts';
import { integrationSettings, integrationsOf, unfinishedGateway } from './integration-settings.ts';
import { previousSecrets, storageKeys } from './secret-settings.ts';
import { isBlockedPort } from '../networks/blocked-ports.ts';
import { addressSettings } from './addresses/address-settings.ts';
import { checkTLS, tlsOf } from './addresses/tls-settings.ts';
import { limitsOf, retentionFrom } from './limits.ts';
import { modelServerSettings, modelServersOf } from './model-server-settings.ts';
import { fetchedURL, mailURL, urlOf } from './network-settings.ts';
import { refusedByDemo, withDemoLimits } from './demo-settings.ts';
import { byteSize, clamdURL, count, duration, durationOrOff, switchOf } from './setting-types.ts';
import { featureSettings, featuresOf } from './feature-settings.ts';
import { updateSettings, updatesOf } from './update-settings.ts';
import { isDemo, startOf, startSettings } from './start-settings.ts';

const storageURL = z.string().refine((text) => /^(file:\/.*|s3:\/\/[^/?]+.*)$/.test(text), {
  error: 'must be file:/absolute/folder or s3://bucket?endpoint=…',
});

const Environment = z.object({
  ...addressSettings,
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: urlOf(['postgres:', 'postgresql:']).optional(),
  DATABASE_OWNER_URL: urlOf(['postgres:', 'postgresql:']).optional(),
  STORAGE_URL: storageURL.optional(),
  ARCHIVE_URL: z
    .string()
    .refine((text) => text === 'off' || storageURL.safeParse(text).success, {
      error: 'must be "off", file:/absolute/folder or s3://bucket?endpoint=…',
    })
    .optional(),
  MAIL_URL: mailURL.optional(),
  MAIL_FROM: z.string().default('Снимок <no-reply@localhost>'),
  SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  SECRET_PREVIOUS: previousSecrets,
  STORAGE_ENCRYPTION: switchOf('off'),
  ...backupSettings,
  ...updateSettings,
  STORAGE_KEY: storageKeys.optional(),
  AUDIT_SIGNING_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  AUDIT_EXPORT: auditExport.optional(),
  AUDIT_SYSLOG: syslogURL.optional(),
  CENTRIFUGO_URL: fetchedURL.optional(),
  CENTRIFUGO_API_KEY: z.string().optional(),
  CENTRIFUGO_SECRET: z.string().optional(),
  REMOTE_VIEWER: z
    .enum(['web', 'desktop', 'off'], { error: 'must be "web", "desktop" or "off"' })
    .default('web'),
  IMPLANT_LIBRARY: z.string().optional(),
  REMOTE_DESKTOP_COMMAND: z
    .string()
    .default('invesalius3 -i {study}')
    .refine((text) => /^[^{\s]\S*(\s.*)?\{study\}/.test(text), {
      error: 'must be a program and its arguments, including {study}, such as "invesalius3 -i {study}"',
    }),
  REMOTE_DESKTOP_USER: z
    .string()
    .regex(/^[a-z_][a-z0-9_-]*$/, { error: 'must be the name of a user of this machine' })
    .optional(),
  REMOTE_DESKTOP_DIR: z.string().startsWith('/', { error: 'must be an absolute path' }).optional(),
  REMOTE_DESKTOP_MOST: z
    .string()
    .default('4')
    .refine((text) => /^[1-9]\d?$/.test(text), { error: 'must be a number from 1 to 99' })
    .transform(Number),
  REMOTE_DESKTOP_IDLE: duration('0h15m0s'),
  REMOTE_DESKTOP_MAX_AGE: duration('2h0m0s'),
  PARSER_SANDBOX: z
    .enum(['auto', 'bubblewrap', 'userns', 'permissions'], {
      error: 'must be "auto", "bubblewrap", "userns" or "permissions"',
    })
    .default('auto'),
  ...startSettings,
  TIME_ZONE: z
    .string()
    .default('Europe/Moscow')
    .refine(isTimeZone, { error: 'must be an IANA time zone such as Europe/Moscow' }),
  UPLOAD_MAX_AGE: duration('8760h0m0s'),
  RETENTION_FROM: retentionFrom,
  UPLOAD_MAX_BYTES: byteSize('20GB'),
  UPLOAD_MAX_UNPACKED: byteSize('20GB'),
  UPLOAD_MAX_FILES: count('50000', MAX_FILES),
  UPLOAD_MAX_CPU: duration('0h30m0s'),
  UPLOAD_DAILY_BYTES: byteSize('500GB'),
  UPLOAD_DAILY_FILES: count('2000000', 999_999_999),
  UPLOAD_DAILY_CPU: duration('24h0m0s'),
  SEARCHES_HOURLY: count('5000', 999_999_999),
  DOWNLOADS_HOURLY: count('1000', 999_999_999),
  SCRATCH_MAX: byteSize('100GB'),
  SCRATCH_MIN_FREE: byteSize('1GB'),
  CLAMD_URL: clamdURL,
  ...modelServerSettings,
  SESSION_MAX_AGE: duration('12h0m0s'),
  SESSION_IDLE: durationOrOff,
  MFA: z
    .enum(['off', 'optional', 'assistants', 'all'], {
      error: 'must be "off", "optional", "assistants" or "all"',
    })
    .default('optional'),
  ...featureSettings,
  ...accountSettings,
  ...integrationSettings,
  PRESIGNED_URL_MAX_AGE: duration('1h0m0s'),
  TRANSFER_TIMEOUT: duration('0h2m0s'),
  SHARE_MAX_AGE: duration('720h0m0s'),
  PATIENT_ACCESS_MAX_AGE: duration('2160h0m0s'),
  DESKTOP_GRANT_MAX_AGE: duration('10m0s'),
  PASSWORD_RESET_MAX_AGE: duration('1h0m0s'),
  WELCOME_PASSWORD_MAX_AGE: duration('72h0m0s'),
  CHAT_ENABLED: switchOf('on'),
  SCHEDULE_ENABLED: switchOf('on'),
  SERVICE_WORKER: switchOf('on'),
  BOOKING_MAX_OPEN: count('60', 100_000),
  COMMON_STUDIES_LIST_ENABLED: switchOf('on'),
  DESKTOP_APP_AUTH_ENABLED: switchOf('on'),
  PANO_PROTEST_ENABLED: switchOf('on'),
  STUDY_EXTERNAL_SHARE_ENABLED: switchOf('on'),
  STUDY_EXTERNAL_SHARE_REMOTE_VIEWER_ENABLED: switchOf('on'),
  STUDY_REPORT_ENABLED: switchOf('on'),
  THREE_D_SEG_ENABLED: switchOf('on'),
});

/** The fields by the names of the settings. */
export const settingFields = Environment.shape;
export type SettingKey = keyof typeof settingFields;

function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('ru', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export type Config = ReturnType<typeof readConfig>;

type Texts = Readonly<Record<string, string>>;

/**
 * The settings (product 34.2) from the environment. Nothing else reads `process.env`. An empty variable counts as absent,
 * because compose files and systemd units set unused variables to an empty string. `stored` are the settings that were saved
 * in the browser; those of the environment win (decision 156).
 */
export const readConfig = (variables: Record<string, string | undefined>, stored: Texts = {}) => {
  const environment = givenIn(variables);
  const refused = refusedByDemo(environment);
  if (refused) throw new ConfigError(refused, 'a public demonstration (DEMO=public) has none');
  const parsed = Environment.safeParse(withDemoLimits({ ...stored, ...environment }));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(issue?.path.join('.') ?? '', issue?.message ?? '');
  }
  const s = parsed.data;
  checkDependencies(s);
  const dataDir = resolve(s.DATA_DIR);
  return {
    /** The settings as they were given, including secrets. `configWith` combines them with other stored settings. */
    given: { environment, stored },
    host: s.HOST,
    port: s.PORT,
    /** The port of a separate worker's health server; undefined: no such server. */
    workerPort: s.WORKER_PORT,
    /** The URL of that server for APIs on other machines; undefined: API and worker run on this machine. */
    workerURL: s.WORKER_URL,
    /** Proxies whose X-Forwarded headers are trusted. */
    trustedProxies: s.TRUSTED_PROXIES,
    /** The origin of links in letters. Links in responses have the origin of the request. */
    publicURL: (s.PUBLIC_URL ?? `http://${reachable(s.HOST)}:${s.PORT}`).replace(/\/+$/, ''),
    publicURLGiven: s.PUBLIC_URL !== undefined,
    dataDir,
    databaseURL: s.DATABASE_URL,
    /** Connects with the role that owns the tables. If it is set, the role of `databaseURL` may only add audit records. */
    databaseOwnerURL: s.DATABASE_OWNER_URL,
    storageURL: withEncryption(s, s.STORAGE_URL ?? `file:${resolve(dataDir, 'storage')}`),
    archiveURL: withEncryption(s, s.ARCHIVE_URL ?? `file:${resolve(dataDir, 'archive')}`),
    mailURL: s.MAIL_URL,
    mailFrom: s.MAIL_FROM,
    secret: s.SECRET,
    /** Earlier values of `secret`, whose links and tickets remain valid. */
    previousSecrets: s.SECRET_PREVIOUS,
    /** Whether files that are written to a folder store are encrypted. */
    storageEncryption: s.STORAGE_ENCRYPTION,
    ...backupsOf(s),
    ...updatesOf(s),
    /** The first key encrypts, all keys decrypt; undefined if the keys are in a file of the data folder. */
    storageKeys: s.STORAGE_KEY,
    /** Signs the heads of the audit chain; undefined: a key derived from the portal's secret signs them. */
    auditSigningKey: s.AUDIT_SIGNING_KEY,
    auditExport: s.AUDIT_EXPORT,
    auditSyslog: s.AUDIT_SYSLOG,
    centrifugo: { url: s.CENTRIFUGO_URL, apiKey: s.CENTRIFUGO_API_KEY, secret: s.CENTRIFUGO_SECRET },
    ...viewerOf(s, dataDir),
    parserSandbox: s.PARSER_SANDBOX,
    ...startOf(s),
    ...tlsOf(s),
    timeZone: s.TIME_ZONE,
    ...featuresOf(s),
    ...limitsOf(s),
    clamdURL: s.CLAMD_URL,
    ...modelServersOf(s),
    ...sessionsOf(s),
    presignedURLMaxAgeMs: s.PRESIGNED_URL_MAX_AGE.ms,
    /** A transfer without any byte for this time is ended. */
    transferTimeoutMs: s.TRANSFER_TIMEOUT.ms,
    shareMaxAgeMs: s.SHARE_MAX_AGE.ms,
    desktopGrantMaxAgeMs: s.DESKTOP_GRANT_MAX_AGE.ms,
    passwordResetMaxAgeMs: s.PASSWORD_RESET_MAX_AGE.ms,
    /** How long the password of a welcome letter, or one that an assistant has reset, can be used. */
    welcomePasswordMaxAgeMs: s.WELCOME_PASSWORD_MAX_AGE.ms,
    chatEnabled: s.CHAT_ENABLED,
    scheduleEnabled: s.SCHEDULE_ENABLED,
    serviceWorker: s.SERVICE_WORKER,
    /** How many bookings in the future one doctor may have. */
    bookingMaxOpen: s.BOOKING_MAX_OPEN,
    commonStudiesListEnabled: s.COMMON_STUDIES_LIST_ENABLED,
    desktopAppAuthEnabled: s.DESKTOP_APP_AUTH_ENABLED,
    panoProtestEnabled: s.PANO_PROTEST_ENABLED,
    studyExternalShareEnabled: s.STUDY_EXTERNAL_SHARE_ENABLED,
    studyExternalShareRemoteViewerEnabled: s.STUDY_EXTERNAL_SHARE_REMOTE_VIEWER_ENABLED,
    studyReportEnabled: s.STUDY_REPORT_ENABLED,
    threeDSegEnabled: s.THREE_D_SEG_ENABLED,
  };
};

const givenIn = (variables: Record<string, string | undefined>): Texts =>
  Object.fromEntries(Object.entries(variables).flatMap(([name, text]) => (text ? [[name, text]] : [])));

/**
 * With STORAGE_ENCRYPTION, a header of each request makes a bucket encrypt its objects, unless its URL has the setting
 * `sse`.
 */
const withEncryption = ({ STORAGE_ENCRYPTION }: z.infer<typeof Environment>, url: string): string => {
  if (!STORAGE_ENCRYPTION || !url.startsWith('s3:') || new URL(url).searchParams.has('sse')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}sse=AES256`;
};

const sessionsOf = (s: z.infer<typeof Environment>) => ({
  sessionMaxAgeMs: s.SESSION_MAX_AGE.ms,
  /** A session ends after this time without use; undefined: it ends only at its maximum age. */
  sessionIdleMs: s.SESSION_IDLE,
  /** Who may, or must, have a second factor. */
  mfa: s.MFA,
  mfaEnabled: s.MFA !== 'off',
  ...accountSettingsOf(s),
  ...integrationsOf(s),
  patientAccessMaxAgeMs: s.PATIENT_ACCESS_MAX_AGE.ms,
});

const viewerOf = (s: z.infer<typeof Environment>, dataDir: string) => ({
  remoteViewer: s.REMOTE_VIEWER,
  /** The file with the centre's own implants, which may be absent. */
  implantLibrary: resolve(s.IMPLANT_LIBRARY ?? resolve(dataDir, 'implants.json')),
  remoteDesktop: {
    command: s.REMOTE_DESKTOP_COMMAND.trim().split(/\s+/),
    user: s.REMOTE_DESKTOP_USER,
    folder: s.REMOTE_DESKTOP_DIR ?? resolve(dataDir, 'remote-desktop'),
    maxSessions: s.REMOTE_DESKTOP_MOST,
    idleMs: s.REMOTE_DESKTOP_IDLE.ms,
    maxAgeMs: s.REMOTE_DESKTOP_MAX_AGE.ms,
  },
});

/** Throws if a setting that another one requires is missing. Otherwise Centrifugo would fail at the first message. */
const checkDependencies = (s: z.infer<typeof Environment>): void => {
  // behind a proxy, browsers open the port of PUBLIC_URL
  const isOpenedDirectly = s.PUBLIC_URL === undefined || isDemo(s);
  if (s.PORT !== 0 && isOpenedDirectly && isBlockedPort(s.PORT))
    throw new ConfigError(
      'PORT',
      `browsers do not open port ${s.PORT}, which belongs to another protocol; choose another, such as 8080`,
    );
  for (const [name, ...required] of REQUIRES) {
    const missing = required.find((other) => s[other] === undefined || s[other] === '');
    if (s[name] && missing) throw new ConfigError(name, `requires ${missing}`);
  }
  checkTLS(s);
  const gateway = unfinishedGateway(s);
  if (gateway) throw new ConfigError(gateway, 'it or its body must contain {to} and {text}');
};

/** A setting, and others without which it has no effect. */
const REQUIRES = [
  ['WORKER_URL', 'WORKER_PORT'],
  ['DATABASE_OWNER_URL', 'DATABASE_URL'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['CENTRIFUGO_URL', 'CENTRIFUGO_API_KEY', 'CENTRIFUGO_SECRET'],
] as const;

/** The host for links to this machine: a browser cannot open the address that means all interfaces. */
const reachable = (host: string) => (host === '0.0.0.0' || host === '::' ? 'localhost' : host);
