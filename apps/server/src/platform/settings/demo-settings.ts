/**
 * Defaults of a public demonstration (`DEMO=public`). Anybody may upload to it, so its limits are a hundredth of those of a centre.
 * A setting of the environment overrides each of them.
 */
const LIMITS = {
  MAIL_FROM: 'Снимок <demo@localhost>',
  UPLOAD_MAX_BYTES: '300MB',
  UPLOAD_MAX_UNPACKED: '600MB',
  UPLOAD_MAX_FILES: '2000',
  UPLOAD_MAX_CPU: '0h2m0s',
  UPLOAD_DAILY_BYTES: '3GB',
  UPLOAD_DAILY_FILES: '20000',
  UPLOAD_DAILY_CPU: '0h40m0s',
  SCRATCH_MAX: '3GB',
  SCRATCH_MIN_FREE: '2GB',
  // all visitors share the accounts, so none of them may add a second factor
  MFA: 'off',
  STORED_SETTINGS: 'off',
} as const;

/**
 * Settings that name another system or that keep data outside of the folder of the demonstration. A public demonstration
 * refuses to start with them, because its visitors are unknown and its data is deleted each night.
 */
const REFUSED = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'STORAGE_URL',
  'ARCHIVE_URL',
  'MAIL_URL',
  'SMS_URL',
  'MESSENGER_URL',
  'OIDC_ISSUER',
  'CENTRIFUGO_URL',
  'AUDIT_EXPORT',
  'AUDIT_SYSLOG',
  'SEGMENTATION_URL',
  'LANDMARKS_URL',
  'WORKER_URL',
  'BACKUP_FOLDER',
  'UPDATE_SOURCE',
  'FIRST_START',
] as const;

type Given = Record<string, string | undefined>;

export const isPublicDemo = (given: Given): boolean => given.DEMO === 'public';

/** The environment with the limits of a public demonstration, if it is one. */
export const withDemoLimits = (given: Given): Given =>
  isPublicDemo(given) ? { ...LIMITS, ...given } : given;

/** The first setting that a public demonstration refuses; undefined if there is none, or if the portal is no such demonstration. */
export const refusedByDemo = (given: Given): string | undefined =>
  isPublicDemo(given) ? REFUSED.find((name) => given[name] !== undefined) : undefined;
