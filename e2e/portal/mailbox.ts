import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

interface Letter {
  to: string;
  subject: string;
  text: string;
}

const WAIT_MS = 30_000;

/** The folder into which a portal without a mail server writes letters as .eml files. */
export class Mailbox {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All letters to one address, oldest first. */
  lettersTo(email: string): Letter[] {
    return this.#names()
      .map((name) => readLetter(readFileSync(join(this.#folder, name), 'latin1')))
      .filter(({ to }) => to.includes(email));
  }

  /** The local parts of the Message-IDs of all letters. */
  messageIDs(): Set<string> {
    const sources = this.#names().map((name) => readFileSync(join(this.#folder, name), 'latin1'));
    return new Set(sources.flatMap((source) => /^Message-ID:\s*<([^@>]+)/im.exec(source)?.[1] ?? []));
  }

  /** The newest letter to this address with a matching subject; waits until there is one. */
  async letter(email: string, subject: RegExp): Promise<Letter> {
    await mkdir(this.#folder, { recursive: true });
    const find = () => this.lettersTo(email).findLast((letter) => subject.test(letter.subject));
    return new Promise((resolve, reject) => {
      const watcher = watch(this.#folder, () => finish(find()));
      const timeout = setTimeout(() => {
        watcher.close();
        reject(new Error(`no letter ${subject} to ${email}`));
      }, WAIT_MS);
      const finish = (letter: Letter | undefined) => {
        if (!letter) return;
        clearTimeout(timeout);
        watcher.close();
        resolve(letter);
      };
      finish(find());
    });
  }

  /** File names of the letters, oldest first. */
  #names(): string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
      .sort();
  }
}

export const passwordIn = ({ text }: Letter): string => {
  const password = /Пароль: (\S+)/.exec(text)?.[1];
  if (!password) throw new Error('no password in the letter');
  return password;
};

export const linkIn = ({ text }: Letter): string => {
  const link = /https?:\/\/\S+/.exec(text)?.[0];
  if (!link) throw new Error('no link in the letter');
  return link;
};

/** Reads the subset of RFC 5322 and MIME that nodemailer writes. */
export const readLetter = (source: string): Letter => {
  const { headers, body } = splitHead(source);
  return {
    to: decodeWords(headers.get('to') ?? ''),
    subject: decodeWords(headers.get('subject') ?? ''),
    text: plainPart(headers, body),
  };
};

const splitHead = (source: string) => {
  const [head = '', ...rest] = source.replaceAll('\r\n', '\n').split('\n\n');
  const unfolded = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const headers = new Map(
    unfolded.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { headers, body: rest.join('\n\n') };
};

const plainPart = (headers: Map<string, string>, body: string): string => {
  const boundary = /boundary="?([^";]+)"?/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary) {
    const parts = body.split(`--${boundary}`).map((part) => splitHead(part.replace(/^\n/, '')));
    const typeOf = ({ headers: own }: (typeof parts)[number]) => own.get('content-type') ?? '';
    // with attachments, the text is in a part of its own
    const plain = parts.find((part) => /^(text\/plain|multipart\/alternative)/.test(typeOf(part)));
    return plain ? plainPart(plain.headers, plain.body) : '';
  }
  const bytes =
    headers.get('content-transfer-encoding') === 'base64'
      ? Buffer.from(body, 'base64')
      : Buffer.from(unquote(body.replace(/=\n/g, '')), 'latin1');
  return bytes.toString('utf8');
};

const unquote = (text: string) =>
  text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Decodes encoded words (RFC 2047). */
const decodeWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('utf8')
        : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1').toString('utf8'),
    );
