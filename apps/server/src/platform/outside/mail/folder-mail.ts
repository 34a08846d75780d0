import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { fileOfLetter } from './kept-letters.ts';
import type { Mail } from './mail.ts';
import { messageOf } from './message.ts';

/** Writes each letter to an .eml file, for installations without a mail server. */
export const folderMail = (folder: string, from: string): Mail => {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(letter) {
      const { message } = await transport.sendMail(messageOf(from, letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = fileOfLetter(letter);
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, message as Buffer, { mode: 0o600, flush: true });
      await rename(unfinished, join(folder, name));
    },
    close() {},
  };
};
