import nodemailer from 'nodemailer';
import type { Mail } from './mail.ts';
import { messageOf } from './message.ts';
import { refusalOf } from './refusal.ts';

/** Shorter than nodemailer's default of ten minutes, so that a silent relay does not delay the other letters. */
const timeouts = {
  dnsTimeout: 20_000,
  connectionTimeout: 20_000,
  greetingTimeout: 20_000,
  socketTimeout: 60_000,
};
/**
 * Relays limit both the number of connections and the letters per connection. If the relay has closed a pooled
 * connection, nodemailer retries once on a new one, provided that no byte of the letter has been sent.
 */
const pool = { pool: true, maxConnections: 3, maxMessages: 50, maxRequeues: 1 } as const;
/** Letters contain only the portal's own texts, never files or URLs. */
const restrictions = { disableFileAccess: true, disableUrlAccess: true };

export const smtpMail = (url: string, from: string): Mail => {
  const transport = nodemailer.createTransport({ url, ...pool, ...timeouts, ...restrictions });
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
