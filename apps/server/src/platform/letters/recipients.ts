import type { Tx } from '../db/client.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { tooMany } from '../errors/errors.ts';
import { increment, type Limit, secondsUntil } from '../throttles/throttles.ts';
import { sentences } from './sentences.ts';

/**
 * The address of a letter or text message, and where it comes from. The address of an account belongs to the account's
 * user. A typed address may belong to any person, so every message to it is counted.
 */
export type Recipient = AccountAddress | TypedAddress;

interface AccountAddress {
  /** the e-mail or the confirmed number of an account of the portal */
  ofAccount: string;
}

export interface TypedAddress {
  typed: string;
  /** The account that typed the address. The people of a client count as the client's account. */
  sender: number;
  /** What the message is about, such as one link or one booking. */
  thing: string;
  purpose: Purpose;
  now: Date;
}

/** `send`: a person sends the message; `confirm`: the first message about a booking; `remind`: other messages about it. */
type Purpose = 'send' | 'confirm' | 'remind';

type Channel = 'letter' | 'text';

/** A busy person shares some dozens of studies in a quarter of an hour, most of them with different recipients. */
export const NEW_LETTERS = { ofSender: 100, toMailbox: 20 };

/**
 * How many messages one sender may send in a quarter of an hour and in a day. A message about a booking that exceeds a
 * limit is sent later (`patient-reminders.ts`).
 */
const OF_SENDER = {
  letter: {
    send: { quarter: NEW_LETTERS.ofSender, day: 1000 },
    confirm: { quarter: 100, day: 1000 },
    remind: { quarter: 100, day: 1000 },
  },
  text: {
    send: { quarter: 50, day: 300 },
    confirm: { quarter: 50, day: 300 },
    remind: { quarter: 100, day: 1000 },
  },
};
const LETTERS_TO_ADDRESS = { quarter: NEW_LETTERS.toMailbox, day: 100 };
const TEXTS_TO_ADDRESS = { quarter: 5, day: 15 };
/**
 * How many messages one sender may send to one address. The limits allow booking a family with its children at once,
 * but not disturbing a patient by booking and cancelling again and again.
 */
const TO_ADDRESS = {
  letter: {
    send: LETTERS_TO_ADDRESS,
    confirm: { quarter: 5, day: 10 },
    remind: LETTERS_TO_ADDRESS,
  },
  text: { send: TEXTS_TO_ADDRESS, confirm: { quarter: 4, day: 8 }, remind: TEXTS_TO_ADDRESS },
};
/** More than one message is allowed, because of mistakes, lost letters, full mailboxes and visits that are moved. */
const ABOUT_THING = { letter: { quarter: 6, day: 12 }, text: { quarter: 5, day: 10 } };
/** Enough for the right address and two wrong ones. */
const ADDRESSES_OF_THING = { attempts: 3, windowMs: 30 * DAY_MS };

const SENTENCES = {
  letter: {
    new: sentences.tooManyNewLetters,
    today: sentences.tooManyLettersToday,
    again: sentences.tooManyLetters,
  },
  text: {
    new: sentences.tooManyTexts,
    today: sentences.tooManyTextsToday,
    again: sentences.tooManyTexts,
  },
};

/** The address alone, as it is stored. */
export const addressOf = (to: Recipient): string => ('typed' in to ? to.typed : to.ofAccount);

/**
 * Counts a message to a typed address. Throws 429 if it exceeds the limit of its sender, of the address or of the thing that
 * it is about. The counts stay locked until the transaction ends, so queue messages after all other changes.
 */
export const countMessage = async (tx: Tx, channel: Channel, to: Recipient): Promise<void> => {
  if (!('typed' in to)) return;
  const isFirst = await admitAddress(tx, channel, to);
  const { sender, thing, purpose, now } = to;
  const address = to.typed.toLowerCase();
  // `countNewLetter`, which counts letters to colleagues, has the same keys
  const own = channel === 'letter' && purpose === 'send' ? 'letters' : `${channel}-${purpose}`;
  const ofSender = OF_SENDER[channel][purpose];
  const toAddress = TO_ADDRESS[channel][purpose];
  const sentence = SENTENCES[channel];
  const daily = (key: string, attempts: number) =>
    count(tx, { key: `day:${key}`, attempts, windowMs: DAY_MS }, sentence.today, now);
  // the sender's count is locked first; otherwise transactions that send to several addresses could wait for each other
  await daily(`${own}:${sender}`, ofSender.day);
  await daily(`${own}:${sender}:${address}`, toAddress.day);
  // sending the same link again is limited below
  if (isFirst || purpose !== 'send') {
    await count(tx, { key: `${own}:${sender}:${address}`, attempts: toAddress.quarter }, sentence.new, now);
    await count(tx, { key: `${own}:${sender}`, attempts: ofSender.quarter }, sentence.new, now);
  }
  const about = { key: `${channel}:${thing}`, attempts: ABOUT_THING[channel].quarter };
  await count(tx, about, sentence.again, now);
  await daily(about.key, ABOUT_THING[channel].day);
};

/**
 * Counts the different addresses to which messages about one thing go. Returns true for a new address; throws 429 if there
 * are too many. Called directly when an address is typed long before the first message to it.
 */
export const admitAddress = async (
  tx: Tx,
  channel: Channel,
  { typed, thing, now }: Pick<TypedAddress, 'typed' | 'thing' | 'now'>,
): Promise<boolean> => {
  const key = `${channel}-addresses:${thing}`;
  const same = { ...ADDRESSES_OF_THING, key: `${key}:${typed.toLowerCase()}`, attempts: 1 };
  if ((await increment(tx, same, now)).failures > 1) return false;
  await count(tx, { ...ADDRESSES_OF_THING, key }, sentences.tooManyAddresses, now);
  return true;
};

const count = async (tx: Tx, limit: Limit, sentence: string, now: Date): Promise<void> => {
  const { failures, windowEndsAt } = await increment(tx, limit, now);
  if (failures > limit.attempts) throw tooMany(sentence, secondsUntil(windowEndsAt, now));
};
