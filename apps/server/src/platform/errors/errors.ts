/**
 * An error that the user can act on: an HTTP status and one Russian sentence, or a code where OAuth prescribes one.
 * `http/error-handler.ts` answers it as `{ error }`; any other error is answered as 500 without details.
 */
export class Problem extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  /** Further fields of the answer. */
  readonly fields: Record<string, unknown>;

  constructor(
    status: number,
    sentence: string,
    retryAfterSeconds?: number,
    fields: Record<string, unknown> = {},
  ) {
    super(sentence);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
    this.fields = fields;
  }
}

export const invalid = (sentence: string) => new Problem(400, sentence);
export const forbidden = (sentence: string) => new Problem(403, sentence);
export const notFound = (sentence: string) => new Problem(404, sentence);
export const conflict = (sentence: string) => new Problem(409, sentence);
export const tooMany = (sentence: string, retryAfterSeconds: number) =>
  new Problem(429, sentence, retryAfterSeconds);
