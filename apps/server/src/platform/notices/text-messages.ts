import type { Config } from '../settings/config.ts';
import type { Tx } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { addressOf, countMessage, type Recipient } from '../letters/recipients.ts';
import { addMessage } from '../outbox/outbox.ts';
import { after } from '../time-and-sizes/clock.ts';
import { noticeOutbox } from './deliver.ts';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import { deleteWaitingAbout } from './queries.ts';
import { fitText } from './segments.ts';

type TextChannel = 'sms' | 'messenger';
const TEXT_CHANNELS = ['sms', 'messenger'] as const;

/** The channels that have a gateway in the settings. */
export const textChannelsOf = ({ textGateways }: Pick<Config, 'textGateways'>): TextChannel[] =>
  TEXT_CHANNELS.filter((channel) => textGateways[channel] !== null);

interface NewTextMessage {
  /** the message is not sent unless this is a telephone number */
  to: Recipient;
  /** shortened to fit into three short messages; never names a patient together with a study */
  text: string;
  /** stands on a line of its own; never shortened */
  link?: string;
  /** the purpose of the message, such as `booking-reminder` */
  reason: string;
  /** what the message is about, as in letters: `booking:12`; an erasure finds the message by it */
  about?: string;
  channel?: TextChannel;
  accountID?: number;
  /** whether it contains a code or a link that opens something; then its content is not part of a backup */
  isSecret?: boolean;
  /** when the message becomes useless; default: after a day */
  expiresAt?: Date;
  now?: Date;
}

/**
 * Queues a text message in the transaction of its cause; returns its id, or null if the recipient is not a telephone
 * number. Call only for a channel of `textChannelsOf`. Throws 429 if a person typed the number and a limit of messages is
 * reached (`countMessage`).
 */
export const sendTextMessage = async (tx: Tx, message: NewTextMessage): Promise<number | null> => {
  const { to, text, link, reason, channel = 'sms', about = null, now = new Date() } = message;
  const { accountID, isSecret = false, expiresAt = after(now, DAY_MS) } = message;
  const recipient = normalizePhone(addressOf(to));
  if (recipient === null) return null;
  await countMessage(tx, 'text', 'typed' in to ? { ...to, typed: recipient } : to);
  return addMessage(tx, noticeOutbox, {
    channel,
    recipient,
    content: fitText(text, link),
    reason,
    about,
    isSecret,
    createdAt: now,
    expiresAt,
    ...(accountID !== undefined && { accountID }),
  });
};

/** Deletes unsent messages about one thing, because it was cancelled or changed. Returns how many were deleted. */
export const withdrawTextMessagesAbout = (tx: Tx, about: string): Promise<number> =>
  deleteWaitingAbout(tx, about);
