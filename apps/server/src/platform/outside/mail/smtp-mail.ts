import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';
import { messageOf } from './message.ts';
import { refusalOf } from './refusal.ts';

/** A silent relay must not hold a letter for nodemailer's default of ten minutes. */
const patience = {
  dnsTimeout: 20_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};
/**
 * A few connections, each used again and then closed: relays count both. A connection that the relay has closed
 * meanwhile is replaced once, if not a byte of the letter has gone over it.
 */
const pool = { pool: true, maxConnections: 3, maxMessages: 50, maxRequeues: 1 } as const;
/** Letters are made of texts of our own alone. */
const closed = { disableFileAccess: true, disableUrlAccess: true };

export const smtpMail = (url: string, from: string): Mail => {
  const transport = nodemailer.createTransport({ url, ...pool, ...patience, ...closed });
  return {
    async send(letter) {
      try {
        await transport.sendMail(messageOf(from, letter));
      } catch (cause) {
        throw refusalOf(cause);
      }
    },
    close: () => transport.close(),
  };
};
