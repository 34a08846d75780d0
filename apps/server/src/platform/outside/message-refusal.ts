/** What another company's server answered over HTTP. */
export interface Answer {
  status: number;
  /** The first 1024 bytes. */
  text: string;
  /** In which time the receiver takes messages again, as it says. */
  retryAfter?: string;
}

interface Details {
  /** A retry would fail too. */
  isPermanent?: boolean;
  /** When the other server takes messages again, if it says so. */
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
