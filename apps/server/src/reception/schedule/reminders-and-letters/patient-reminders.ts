import type { Config } from '../../../platform/settings/config.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { hashToken, newToken } from '../../../platform/secrets/hash-token.ts';
import { enqueue, job, jobKey } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { enqueueLetter } from '../../../platform/letters/letters.ts';
import type { TypedAddress } from '../../../platform/letters/recipients.ts';
import { normalizePhone } from '@snimok/contract/values/phone-numbers';
import {
  sendTextMessage,
  textChannelsOf,
  withdrawTextMessagesAbout,
} from '../../../platform/notices/text-messages.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { openText, sealText } from '../../../platform/secrets/sealed-text.ts';
import { type BookingRow, findBookingForJob, lockBooking } from '../booking-rows/booking-queries.ts';
import { momentOf } from './letters.ts';
import { preparationOf } from './preparation.ts';
import { considerateTime, type MessageKind, nextMessage } from './next-message.ts';
import { updateInformed, updateVisitToken } from '../booking-rows/visit-queries.ts';

export const patientReminderKeyOf = (bookingID: number): string => jobKey(remindPatient, bookingID);

/** Whether a letter can reach the patient, or a text message if the patient agreed without giving an address. */
export const isReachable = (
  config: Config,
  { patientEmail, patientPhone, reminderAgreedAt }: BookingRow,
): boolean =>
  patientEmail !== null ||
  (reminderAgreedAt !== null &&
    textChannelsOf(config).includes('sms') &&
    normalizePhone(patientPhone) !== null);

/**
 * Sends the message that is due about a booking, in the transaction that causes it, and queues the next one. Call it after all
 * other changes of the transaction (`countMessage`).
 */
export const informPatient = async (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  const { config } = context;
  if (!isReachable(config, booking)) return;
  const message = nextMessage(booking, config, now);
  if (message === null) return;
  if (message.at > now) return enqueueMessage(tx, booking.id, message.at);
  const allowedAt = await unlessLimited(now, () => sendAboutVisit(context, tx, booking, message.kind, now));
  // the limit is reached: a later message names the time that the booking has then
  if (allowedAt !== null)
    return enqueueMessage(tx, booking.id, considerateTime(allowedAt, booking.beginsAt, config.timeZone));
  const informed = {
    informedOf: booking.beginsAt,
    informedAt: now,
    ...(message.kind === 'reminder' && { remindedOf: booking.beginsAt }),
  };
  await updateInformed(tx, booking.id, informed);
  const next = nextMessage({ ...booking, ...informed }, config, now);
  if (next !== null) await enqueueMessage(tx, booking.id, next.at);
};

const enqueueMessage = (tx: Tx, bookingID: number, runAt: Date): Promise<void> =>
  enqueue(tx, remindPatient, { bookingID }, { runAt, key: patientReminderKeyOf(bookingID) });

const TEXTS: Record<MessageKind, string> = {
  confirmation: 'Вы записаны на исследование',
  move: 'Время визита изменилось',
  reminder: 'Напоминаем о визите',
};

const sendAboutVisit = (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  kind: MessageKind,
  now: Date,
): Promise<void> => {
  const about = aboutVisit(booking.id);
  const facts = {
    ...factsOf(context.config, booking, now),
    preparation: preparationOf(booking),
    moved: kind === 'move',
    booked: kind === 'confirmation',
  };
  return sendToPatient(context, tx, booking, {
    thing: about,
    now,
    text: `${TEXTS[kind]}: ${facts.moment}, ${facts.location}`,
    mail: (to, visitURL) => enqueueLetter(tx, 'visit-reminder', to, { ...facts, visitURL }, about),
  });
};

/**
 * The job: sends the message that is due and records it in one transaction, so that a second run sends nothing. If it is too
 * early, because the booking was moved or in quiet hours, the job queues itself again.
 * @internal
 */
export const sendPatientReminder = (context: Context, { bookingID }: { bookingID: number }): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    await lockBooking(tx, bookingID);
    const booking = await findBookingForJob(tx, bookingID);
    if (booking?.status === 'booked') await informPatient(context, tx, booking, context.clock.now());
  });

export const remindPatient = job('remind-patient', { attempts: 12, pool: 'short', run: sendPatientReminder });

/** A patient who has read a time of the visit learns that it is cancelled. */
export const notifyPatientOfCancellation = async (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  now: Date,
): Promise<void> => {
  if (!isReachable(context.config, booking) || isFirstMessage(booking)) return;
  const facts = factsOf(context.config, booking, now);
  const about = aboutVisit(booking.id);
  const allowedAt = await unlessLimited(now, () =>
    sendToPatient(context, tx, booking, {
      // counted apart from the reminders: even a visit that was moved often is cancelled only once
      thing: `${about}:cancelled`,
      text: `Визит отменён: ${facts.moment}, ${facts.location}`,
      mail: (to, visitURL) => enqueueLetter(tx, 'visit-cancelled', to, { ...facts, visitURL }, about),
      now,
    }),
  );
  if (allowedAt !== null)
    context.log.warn(
      { bookingID: booking.id },
      'a patient is not informed of a cancelled visit, because the limit of messages is reached',
    );
};

/** Null if the message was queued; otherwise the time at which its sender may send another. */
const unlessLimited = async (now: Date, send: () => Promise<void>): Promise<Date | null> => {
  try {
    await send();
    return null;
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.retryAfterSeconds === undefined) throw problem;
    return after(now, problem.retryAfterSeconds * 1000);
  }
};

const isFirstMessage = ({ informedOf, remindedOf }: Pick<BookingRow, 'informedOf' | 'remindedOf'>) =>
  informedOf === null && remindedOf === null;

interface Message {
  /** as in `TypedAddress` */
  thing: string;
  text: string;
  mail: (to: TypedAddress, visitURL: string) => Promise<number>;
  now: Date;
}

/** Sends a letter. Without an address, sends a text message, which replaces one that still waits. Neither contains a name. */
const sendToPatient = async (
  context: Context,
  tx: Tx,
  booking: BookingRow,
  { thing, text, mail, now }: Message,
): Promise<void> => {
  const { id, patientEmail, patientPhone, doctorID, creatorID, beginsAt } = booking;
  const link = await linkOf(context, tx, booking);
  const purpose = isFirstMessage(booking) ? 'confirm' : 'remind';
  // the address was typed by a person of the client, or else by an employee
  const typedBy = { sender: doctorID ?? creatorID, thing, purpose, now } as const;
  if (patientEmail !== null) return void (await mail({ typed: patientEmail, ...typedBy }, link));
  const about = aboutVisit(id);
  await withdrawTextMessagesAbout(tx, about);
  const to = { typed: patientPhone, ...typedBy };
  await sendTextMessage(tx, {
    to,
    text,
    link,
    reason: 'visit',
    about,
    isSecret: true,
    expiresAt: beginsAt,
    now,
  });
};

/** The value of `letters.about` for messages to the patient; `aboutBooking` is for those to the client. */
export const aboutVisit = (bookingID: number) => `visit:${bookingID}`;

const factsOf = ({ timeZone }: Config, booking: BookingRow, now: Date) => ({
  bookingID: booking.id,
  location: booking.locationName,
  address: booking.locationAddress,
  moment: momentOf(booking.beginsAt, timeZone),
  beginsAt: booking.beginsAt.toISOString(),
  endsAt: booking.endsAt.toISOString(),
  sequence: booking.moves + (booking.status === 'cancelled' ? 1 : 0),
  writtenAt: now.toISOString(),
});

/** `{PUBLIC_URL}/visit#{token}`, the same one in all letters. Browsers do not send the fragment, so it reaches no log. */
const linkOf = async (
  { config, secrets }: Context,
  tx: Tx,
  booking: Pick<BookingRow, 'id' | 'visitTokenSealed'>,
): Promise<string> => {
  const row = `visit:${booking.id}`;
  const { visitTokenSealed: sealed } = booking;
  const earlier = sealed === null ? null : openText(secrets.shareLinks, row, sealed);
  const token = earlier ?? newToken();
  if (earlier === null)
    await updateVisitToken(tx, booking.id, {
      visitTokenHash: hashToken(token),
      visitTokenSealed: sealText(secrets.shareLinks, row, token),
    });
  return `${config.publicURL}/visit#${token}`;
};
