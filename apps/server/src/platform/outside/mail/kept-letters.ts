import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '../storage/disk-errors.ts';
import type { Letter } from './mail.ts';

/** The name of a letter's file in the folder of an installation without a mail server. */
export const fileOfLetter = ({ writtenAt, messageID }: Pick<Letter, 'writtenAt' | 'messageID'>): string =>
  `${writtenAt.toISOString().replaceAll(':', '-')}-${messageID.slice(1, 9)}.eml`;

/** A run of lines in Base64 (RFC 2045, section 6.8). */
const BASE64_LINES = /(?:^[A-Za-z0-9+/]{4,76}={0,2}$\r?\n?)+/gm;

/**
 * The text of a message file three times: unchanged, with quoted-printable decoded (RFC 2045, section 6.7), and with
 * Base64 decoded.
 */
const textOf = (file: string): string => {
  const unfolded = file
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  const decoded = [...file.matchAll(BASE64_LINES)].map(([lines]) => Buffer.from(lines, 'base64').toString());
  return [file, unfolded, ...decoded].join('\n');
};

/** Removes the files with these names, and those that contain one of the texts. Returns their number. */
export const removeKeptLetters = async (
  folder: string,
  names: ReadonlySet<string>,
  texts: readonly string[],
): Promise<number> => {
  const files = await readdir(folder).catch((cause) => {
    if (hasCode(cause, 'ENOENT')) return [];
    throw cause;
  });
  let removed = 0;
  for (const name of files.filter((each) => each.endsWith('.eml'))) {
    const path = join(folder, name);
    if (!names.has(name)) {
      const text = textOf(await readFile(path, 'utf8').catch(() => ''));
      if (!texts.some((each) => text.includes(each))) continue;
    }
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
};
