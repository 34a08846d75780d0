export interface Attachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Letter {
  /** The same in every try: a mailbox that has got it already knows the second copy by it. */
  messageID: string;
  writtenAt: Date;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
}

export interface Mail {
  /** Resolves when the other side has taken the letter over; else throws a `MailRefusal`. */
  send(letter: Letter): Promise<void>;
  /** Hangs up. */
  close(): void;
}

/** Why a letter was not taken: the server's own words where it said any. `forGood` when asking again is of no use. */
export class MailRefusal extends Error {
  readonly isPermanent: boolean;

  constructor(words: string, isPermanent: boolean) {
    super(words);
    this.isPermanent = isPermanent;
  }
}
