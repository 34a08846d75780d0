/** Why a release was not installed. */
export const REASONS = [
  /** the portal's request is invalid, or too old */
  'request',
  'stale',
  /** no source is set, or it cannot be read */
  'source',
  'unreadable',
  'signature',
  'format',
  /** there is no key for releases, or the portal is not installed as a Debian package */
  'key',
  'package',
  'installed',
  'older',
  /** a release between the two versions has to be installed first */
  'between',
  'architecture',
  /** the release has another version than the requested one */
  'offered',
  'space',
  /** the package is not the file that was signed */
  'changed',
  'backup',
  /** the new version did not start beside the old one, or was not healthy after the switch */
  'start',
  'health',
  /** the new version runs, but dpkg has not recorded it yet */
  'record',
  'interrupted',
  'other',
] as const;
export type Reason = (typeof REASONS)[number];

/** An error of an update with its reason. */
export class Failure extends Error {
  readonly reason: Reason;

  constructor(message: string, reason: Reason, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** A reason why a release is not installed. Nothing has been changed. */
export class Refusal extends Failure {}

export const reasonOf = (cause: unknown): Reason => (cause instanceof Failure ? cause.reason : 'other');
