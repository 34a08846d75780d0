export interface Attachment {
  filename: string;
  contentType: string;
  content: string;
}

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: Attachment[];
}

export interface Mail {
  /** Resolves when the other side has taken the letter over. Throws with the server's own words otherwise. */
  send(letter: Letter): Promise<void>;
}
