/** The kinds of failure that a person sees; `empty`: there is nothing to send. */
type FailureKind = 'connection' | 'rejected' | 'unsupported' | 'status' | 'empty';

/** The message is for the log only; for a failure status it is the code of the status, such as `A900H`. */
export class PeerProblem extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The peer refused, and would refuse again. */
export class Refused extends PeerProblem {
  override name = 'Refused';
}
/** The connection failed, or the peer cannot serve at present: a later attempt may succeed. */
export class Unavailable extends PeerProblem {
  override name = 'Unavailable';
}

/** A status as PS3.7, annex C writes it. */
export const statusCode = (status: number): string =>
  `${status.toString(16).toUpperCase().padStart(4, '0')}H`;
