/**
 * The archive does not answer, refuses the credentials, or has an address to which this portal may not connect. `reason` is English
 * and has no secret.
 */
export class SourceUnreachable extends Error {
  override name = 'SourceUnreachable';
  readonly reason: string;

  constructor(reason: string, options?: { cause?: unknown }) {
    super(reason, options);
    this.reason = reason;
  }
}
