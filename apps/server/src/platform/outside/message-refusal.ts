/** What another company's server answered over HTTP. */
export interface Answer {
  status: number;
  /** The first 1024 bytes of the body. */
  text: string;
  /** The header Retry-After: when the receiver accepts messages again. */
  retryAfter?: string;
}

interface Details {
  /** Whether a retry would fail too. */
  isPermanent?: boolean;
  /** The time until the other server accepts messages again, if its answer says so. */
  retryAfterMs?: number;
  answer?: Answer;
  cause?: unknown;
}

/** Why a letter or message was not accepted: the other server's text or a sentence, without phone numbers. */
export class MessageRefusal extends Error {
  override name = 'MessageRefusal';
  readonly isPermanent: boolean;
  readonly retryAfterMs: number;
  readonly answer: Answer | null;

  constructor(message: string, { isPermanent = false, retryAfterMs = 0, answer, cause }: Details = {}) {
    super(message, { cause });
    this.isPermanent = isPermanent;
    this.retryAfterMs = retryAfterMs;
    this.answer = answer ?? null;
  }
}
