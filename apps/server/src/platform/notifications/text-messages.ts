import type { Config } from '../config.ts';
import type { Tx } from '../db/client.ts';
import { DAY_MS } from '../duration.ts';
import { addressOf, countMessage, type Recipient } from '../letters/recipients.ts';
import { addMessage } from '../outbox/outbox.ts';
import { after } from '../outside/clock.ts';
import { noticeOutbox } from './deliver.ts';
import { normalizePhone } from '@snimok/contract/phone-numbers';
import { deleteWaitingAbout } from './queries.ts';
import { fitText } from './segments.ts';

type TextChannel = 'sms' | 'messenger';
const TEXT_CHANNELS = ['sms', 'messenger'] as const;

/** The channels whose gateway is set. */
export const textChannelsOf = ({ textGateways }: Pick<Config, 'textGateways'>): TextChannel[] =>
  TEXT_CHANNELS.filter((channel) => textGateways[channel] !== null);

interface NewTextMessage {
  /** not sent unless it is a telephone number */
  to: Recipient;
  /** kept within three short messages; never a patient's name beside a study */
  text: string;
  /** on a line of its own, never shortened */
  link?: string;
  /** what it is for, such as `booking-reminder` */
  reason: string;
  /** as in letters, `booking:12`: an erasure finds the message by it */
  about?: string;
  channel?: TextChannel;
  accountID?: number;
  /** contains a code or a link that opens something; not part of a backup */
  isSecret?: boolean;
  /** when it is of no use any more; a day by default */
  expiresAt?: Date;
  now?: Date;
}

/**
 * Queues a text message in the transaction of its cause; returns its id, or null for a number that is none. Call only for
 * a channel of `textChannelsOf`. Throws 429 if a person typed the number and a
 * limit of messages is reached (`countMessage`).
 */
export const sendTextMessage = async (tx: Tx, message: NewTextMessage): Promise<number | null> => {
  const { to, text, link, reason, channel = 'sms', about = null, now = new Date() } = message;
  const { accountID, isSecret = false, expiresAt = after(now, DAY_MS) } = message;
  const recipient = normalizePhone(addressOf(to));
  if (recipient === null) return null;
  await countMessage(tx, 'text', 'typed' in to ? { ...to, typed: recipient } : to);
  return addMessage(tx, noticeOutbox, {
    ...{ channel, recipient, content: fitText(text, link), reason, about, isSecret },
    ...{ createdAt: now, expiresAt, ...(accountID !== undefined && { accountID }) },
  });
};

/** Deletes messages about one thing that are not sent yet: it was cancelled or changed. Returns how many. */
export const withdrawTextMessagesAbout = (tx: Tx, about: string): Promise<number> =>
  deleteWaitingAbout(tx, about);
