import { mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { russianDay } from '../time-and-sizes/calendar.ts';
import type { Mail } from '../outside/mail/mail.ts';
import { after } from '../time-and-sizes/clock.ts';
import { hashOfText, readHead, type SignedHead } from './heads.ts';

/** Where signed heads are kept, out of reach of the database. */
interface HeadExport {
  /** May be called again for the same head. */
  write(head: SignedHead): Promise<void>;
  /** The heads that the destination has received; null if it cannot be read, for example a mailbox. */
  list(): Promise<SignedHead[] | null>;
}

/** A JSON file for each head. */
const ExportedHead = z.object({ head: z.string(), signature: z.base64() });

const fileOf = ({ text, signature }: SignedHead): string =>
  `${JSON.stringify({ head: text, signature: signature.toString('base64') })}\n`;

/**
 * Contains a part of the hash. After the restore of an older backup a new head may have the number of an exported one,
 * and must not replace it.
 */
const nameOf = ({ head: { number, at }, text }: SignedHead): string =>
  `audit-head-${String(number).padStart(6, '0')}-${at.slice(0, 10)}-${hashOfText(text).slice(0, 8)}.json`;

/** Throws if the file does not contain a head. */
const parseFile = (name: string, file: string): SignedHead => {
  try {
    const { head: text, signature } = ExportedHead.parse(JSON.parse(file));
    const head = readHead(text);
    if (head) return { head, text, signature: Buffer.from(signature, 'base64') };
  } catch {
    // a file that cannot be parsed is reported below
  }
  throw new Error(`${name} is not an exported head of the audit history`);
};

export const openHeadExport = async ({
  config: { auditExport, dataDir },
  mail,
}: Pick<Context, 'config' | 'mail'>): Promise<HeadExport> => {
  if (auditExport === undefined) return folderExport(join(dataDir, 'audit-heads'));
  if (auditExport.startsWith('mailto:')) return mailExport(mail, auditExport.slice('mailto:'.length));
  // the S3 client is imported only for S3, to save memory in installations without it
  if (auditExport.startsWith('s3:')) return bucketExport(auditExport);
  return folderExport(fileURLToPath(auditExport));
};

const folderExport = (folder: string): HeadExport => ({
  async write(head) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = nameOf(head);
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, fileOf(head), { mode: 0o600, flush: true });
    await rename(unfinished, join(folder, name));
  },
  list: () => readHeadFiles(folder),
});

/** The heads in a file, or in the files of a folder; none if the path does not exist. */
export const readHeadFiles = async (path: string): Promise<SignedHead[]> => {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    // an unreadable folder must not count as a folder without heads
    if (cause.code !== 'ENOENT') throw cause;
    return null;
  });
  if (!found) return [];
  const names = found.isDirectory()
    ? (await readdir(path)).filter((name) => /^[^.].*\.json$/.test(name)).map((name) => join(path, name))
    : [path];
  const files = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  return files.map((file, index) => parseFile(names[index] ?? '', file));
};

const mailExport = (mail: Mail, to: string): HeadExport => ({
  async write(head) {
    const { number, at, seq } = head.head;
    const day = russianDay(at.slice(0, 10));
    const text =
      `Подпись журнала действий № ${number} от ${day}: записей ${seq}.\n` +
      'Сохраните вложение вне портала: по нему проверяется, что записи не изменены и не удалены\n' +
      '(npm run audit -- verify --heads ПАПКА).\n';
    await mail.send({
      messageID: `${hashOfText(head.text).slice(0, 32)}.audit-head@snimok`,
      writtenAt: new Date(at),
      to,
      subject: `Журнал действий: подпись № ${number} от ${day}`,
      text,
      html: `<p>${text.trim().replaceAll('\n', '<br>')}</p>`,
      attachments: [{ filename: nameOf(head), contentType: 'application/json', content: fileOf(head) }],
    });
  },
  list: async () => null,
});

const bucketExport = async (url: string): Promise<HeadExport> => {
  const { openLockedBucket } = await import('../outside/storage/s3/locked-bucket.ts');
  const bucket = openLockedBucket(url);
  return {
    write: (head) =>
      bucket.put(
        nameOf(head),
        fileOf(head),
        after(new Date(head.head.at), bucket.lockMs),
        'application/json',
      ),
    async list() {
      const heads: SignedHead[] = [];
      for await (const [name, file] of bucket.readAll('audit-head-')) heads.push(parseFile(name, file));
      return heads;
    },
  };
};
