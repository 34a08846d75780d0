import { randomInt } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { invalid, notFound } from '../../platform/errors/errors.ts';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import { lockSettings, updateSettings } from '../../platform/notices/settings.ts';
import {
  sendTextMessage,
  textChannelsOf,
  withdrawTextMessagesAbout,
} from '../../platform/notices/text-messages.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { isMACOf, macOf } from '../../platform/secrets/key-ring.ts';
import { clearFailures, countAttempt } from '../accounts/limits/throttle.ts';
import { sentences } from './sentences.ts';

const CODE_VALID_MS = 10 * 60_000;
/** Limits: each code costs the centre a message, and the number may belong to another person. */
const CODES_OF_ACCOUNT = 5;
const CODES_OF_DAY = 15;
const CODES_TO_PHONE = 5;
const TRIES = 5;

/** The text whose MAC is stored: it contains account and number, so that the code is valid only for them. */
const codeText = (accountID: number, phone: string, code: string) => `${accountID}:${phone}:${code}`;

const triesKey = (accountID: number) => `phone-code:${accountID}`;

/** Sends a code to the number. Replaces the previous code, and withdraws a waiting message that contains that code. */
export const startPhoneOf = async (context: Context, accountID: number, typed: string): Promise<void> => {
  const { db, config, clock, secrets } = context;
  const [channel] = textChannelsOf(config);
  if (!channel) throw notFound(sentences.noTextMessages);
  const phone = normalizePhone(typed);
  if (phone === null) throw invalid(sentences.badPhone);
  const windowMs = HOUR_MS;
  await countAttempt(
    context,
    [
      { key: `phone-codes:${accountID}`, attempts: CODES_OF_ACCOUNT, windowMs },
      { key: `phone-codes-day:${accountID}`, attempts: CODES_OF_DAY, windowMs: DAY_MS },
      { key: `phone-codes-to:${phone}`, attempts: CODES_TO_PHONE, windowMs },
    ],
    sentences.tooManyPhoneCodes,
  );
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = clock.now();
  const expiresAt = after(now, CODE_VALID_MS);
  const about = `phone-code:${accountID}`;
  await db.transaction().execute(async (tx) => {
    await lockSettings(tx, accountID);
    await updateSettings(tx, accountID, {
      pendingPhone: phone,
      phoneCodeMac: macOf(secrets.phoneCodes, codeText(accountID, phone, code)),
      phoneCodeExpiresAt: expiresAt,
    });
    await withdrawTextMessagesAbout(tx, about);
    await sendTextMessage(tx, {
      to: { typed: phone, sender: accountID, thing: `${about}:${phone}`, purpose: 'send', now },
      text: `Код для портала «Снимок»: ${code}. Никому его не сообщайте.`,
      reason: 'phone-code',
      about,
      channel,
      accountID,
      isSecret: true,
      expiresAt,
      now,
    });
    await clearFailures(tx, [triesKey(accountID)]);
  });
};

/** Makes the number the account's number. A code can be tried five times and works once. */
export const confirmPhoneOf = async (
  context: Context,
  by: Initiator,
  accountID: number,
  code: string,
): Promise<void> => {
  const { db, clock, secrets } = context;
  const limit = { key: triesKey(accountID), attempts: TRIES, windowMs: CODE_VALID_MS };
  await countAttempt(context, [limit], sentences.tooManyPhoneTries);
  await db.transaction().execute(async (tx) => {
    const { pendingPhone, phoneCodeMac, phoneCodeExpiresAt } = await lockSettings(tx, accountID);
    const isRight =
      pendingPhone !== null &&
      phoneCodeMac !== null &&
      phoneCodeExpiresAt !== null &&
      phoneCodeExpiresAt > clock.now() &&
      isMACOf(secrets.phoneCodes, codeText(accountID, pendingPhone, code.trim()), phoneCodeMac);
    if (!isRight) throw invalid(sentences.phoneCodeWrong);
    await updateSettings(tx, accountID, { phone: pendingPhone, ...NO_CODE });
    await record(tx, by, { action: 'account.confirm-phone' });
  });
};

const NO_CODE = { pendingPhone: null, phoneCodeMac: null, phoneCodeExpiresAt: null };

/** Also switches text messages off, because a number that is added later may belong to another person. */
export const removePhoneOf = ({ db }: Context, by: Initiator, accountID: number): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { phone } = await lockSettings(tx, accountID);
    await updateSettings(tx, accountID, { phone: null, smsKinds: [], messengerKinds: [], ...NO_CODE });
    if (phone !== null) await record(tx, by, { action: 'account.remove-phone' });
  });
