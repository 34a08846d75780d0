export interface Attachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Letter {
  /** The same in every attempt, so that a mail server can recognise a letter that it has already received. */
  messageID: string;
  writtenAt: Date;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
}

export interface Mail {
  /** Resolves when the mail server has accepted the letter; otherwise throws a `MessageRefusal`. */
  send(letter: Letter): Promise<void>;
  /** Closes the connections. */
  close(): void;
}
