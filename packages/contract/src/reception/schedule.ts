import { z } from 'zod';
import { SimilarCard } from './duplicates.ts';
import { LetterState } from '../values/letters.ts';
import {
  Birthday,
  CalendarDay,
  Comment,
  Id,
  Instant,
  JsonId,
  Name,
  NoContent,
  Phone,
  RequestUUID,
  Sex,
  ShortText,
  Uuid,
} from '../values/fields.ts';
import { StepStatus, StudyType } from '../studies/studies.ts';
import { consentFields } from './visit-reminders.ts';

export const Slot = z.object({
  slotUUID: Uuid,
  /** in UTC, like `beginMinutes` */
  beginHours: z.number().int(),
  beginMinutes: z.number().int(),
  /** the same instant with its date; in the reader's time zone the date may be another one */
  beginsAt: Instant,
});
/** A slot as assistants see it. */
export const PlannedSlot = z.object({
  slotUUID: Uuid,
  beginsAt: Instant,
  endsAt: Instant,
  capacity: z.number().int(),
  /** remaining capacity; 0 for a slot in the past */
  free: z.number().int(),
});

export const BookingStatus = z.enum(['booked', 'cancelled', 'come']);
export const Booking = z.object({
  bookingID: z.number().int(),
  locationID: z.number().int(),
  locationName: z.string(),
  /** the seat, from 1 */
  place: z.number().int(),
  date: CalendarDay,
  slotUUID: Uuid,
  beginsAt: Instant,
  endsAt: Instant,
  status: BookingStatus,
  patientName: z.string(),
  patientPhone: z.string(),
  /** as the client entered it, or as on the card; absent from servers of earlier versions */
  patientBirthday: CalendarDay.nullish(),
  studyComment: z.string(),
  /** the name of the examination for which the patient comes; absent from servers of earlier versions */
  examination: z.string().nullish(),
  /** the kind of study of the examination; absent without one */
  studyType: StudyType.optional(),
  /** the newest referral of the booking that was not withdrawn, for people who see referrals; absent without one */
  referral: z.object({ referralUUID: Uuid, number: z.number().int(), waiting: z.boolean() }).optional(),
  doctorID: z.number().int().nullable(),
  doctorName: z.string().nullable(),
  creatorName: z.string(),
  cancelReason: z.string(),
  moved: z.boolean(),
  /** the patient's card, if the client chose one for the booking or the patient has arrived */
  patientID: z.number().int().nullable(),
  studyID: z.number().int().nullable(),
  /** the study of an accepted referral, which is used at the arrival; absent if the arrival creates a study */
  plannedStudy: z
    .object({
      doctorID: z.number().int(),
      patientID: z.number().int(),
      studyID: z.number().int(),
      type: StudyType,
    })
    .optional(),
  /** the newest letter to the client about the booking, except reminders; null if there was none */
  letter: LetterState.nullable(),
  /** the patient has confirmed this time by the link of a reminder; absent from servers of earlier versions */
  confirmed: z.boolean().optional(),
  /**
   * the patient agreed to messages: letters to this address, or text messages; absent from servers of earlier versions
   */
  reminder: z.object({ agreed: z.boolean(), email: z.string().nullable() }).optional(),
  /** the newest message to the patient; only in the answers about a day of the schedule */
  patientMessage: LetterState.extend({ channel: z.enum(['letter', 'text']) }).nullish(),
  /** what an X-ray machine has reported for a patient who is not marked as arrived; absent if none has reported */
  acquisition: StepStatus.optional(),
  /** an assistant recorded that the patient did not come; the status stays `booked`, because the patient may still come */
  missed: z.boolean().optional(),
});

/** A booking can be recorded as missed this long after its time. */
export const MISSED_AFTER_MINUTES = 30;

/** A seat at which nobody can be booked for a while, for example during a repair. */
export const SeatClosure = z.object({
  closureID: z.number().int(),
  place: z.number().int(),
  beginsAt: Instant,
  endsAt: Instant,
  reason: z.string(),
  creatorName: z.string(),
});
export const ScheduleDay = z.object({
  date: CalendarDay,
  /** the name of a holiday on which the centre is closed */
  holiday: z.string().nullable(),
  /** the day has different hours, or is a day off */
  special: z.boolean(),
  slots: z.array(PlannedSlot),
  bookings: z.array(Booking),
  /** closures that overlap the day */
  closures: z.array(SeatClosure),
});

/** A complete number: at least seven digits. */
export const BookedPhone = Phone.regex(/^(?:\D*\d){7,}\D*$/);
const NewBooking = z.object({
  patientName: Name,
  patientPhone: BookedPhone,
  studyComment: Comment.nullish().transform((text) => text ?? ''),
  /** a card of the client, from which name and birth date are taken */
  patientID: JsonId.nullish().transform((id) => id ?? null),
  patientBirthday: Birthday.nullish().transform((day) => day ?? null),
  /** an examination of the list */
  examinationID: JsonId.nullish().transform((id) => id ?? null),
  requestUUID: RequestUUID,
  ...consentFields,
});

/** The requested seat; without it, the first free one. */
export const Place = z.number().int().min(1).max(20).optional();

export const OneLocation = z.object({ locationID: Id });
const OneDay = z.object({ locationID: Id, date: CalendarDay });
const OneSlot = OneDay.extend({ slotUUID: Uuid });
const OneBooking = z.object({ bookingID: Id });
const BookingCreated = z.object({ bookingID: JsonId });

export const listFreeSlots = {
  method: 'GET',
  url: '/doctor/schedule/locations/:locationID/:date',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Free slots of one day, by their beginning',
    params: OneDay,
    response: { 200: z.object({ slots: z.array(Slot) }) },
  },
} as const;

export const bookSlot = {
  method: 'POST',
  url: '/doctor/schedule/locations/:locationID/:date/:slotUUID',
  access: { doctor: 'everyone' },
  schema: {
    summary: 'Book a patient into a slot; 409 when it is taken',
    params: OneSlot,
    body: NewBooking,
    response: { 201: BookingCreated },
  },
} as const;

export const listScheduleDays = {
  method: 'GET',
  url: '/assistant/schedule/locations/:locationID/days',
  access: { assistant: 'booking', token: 'bookings:read' },
  schema: {
    summary: 'Slots and bookings of some days',
    params: OneLocation,
    querystring: z.object({
      from: CalendarDay,
      count: z.coerce
        .string()
        .regex(/^[1-7]$/)
        .transform(Number)
        .meta({ type: 'integer', minimum: 1, maximum: 7 })
        .default(1),
    }),
    response: { 200: z.object({ days: z.array(ScheduleDay) }) },
  },
} as const;

export const bookByPhone = {
  method: 'POST',
  url: '/assistant/schedule/locations/:locationID/:date/:slotUUID',
  access: { assistant: 'booking', token: 'bookings:write' },
  schema: {
    summary:
      'Book a patient who calls by phone, for a client or without one; a known patient is booked by the card, for the client of the card',
    params: OneSlot,
    body: NewBooking.extend({ doctorID: JsonId.nullish().transform((id) => id ?? null), place: Place }),
    response: { 201: BookingCreated },
  },
} as const;

export const moveBooking = {
  method: 'POST',
  url: '/assistant/schedule/bookings/:bookingID/move',
  access: { assistant: 'booking', token: 'bookings:write' },
  schema: {
    summary:
      'Move a booking to another slot; 409 when that slot is taken, or when a colleague has moved the booking',
    params: OneBooking,
    body: z.object({
      locationID: JsonId,
      date: CalendarDay,
      slotUUID: Uuid,
      place: Place,
      /** the time of the booking as the person saw it; without it, the request overrides a move by a colleague */
      seenBeginsAt: Instant.optional(),
    }),
    response: { 204: NoContent },
  },
} as const;

export const cancelBooking = {
  method: 'POST',
  url: '/assistant/schedule/bookings/:bookingID/cancel',
  access: { assistant: 'booking', token: 'bookings:write' },
  schema: {
    summary: 'Cancel a booking; its slot is free again',
    params: OneBooking,
    body: z.object({ reason: ShortText.default('') }),
    response: { 204: NoContent },
  },
} as const;

export const mailBooking = {
  method: 'POST',
  url: '/assistant/schedule/bookings/:bookingID/mail',
  access: { assistant: 'booking' },
  schema: {
    summary: 'Send the client the letter about the current state of a booking again',
    params: OneBooking,
    response: { 204: NoContent },
  },
} as const;

/** `patientID` is an existing patient of the client; without it, the arrival creates a new patient. */
const Arrival = z.object({
  patientID: JsonId.optional(),
  /** required if the booking has no client */
  doctorID: JsonId.optional(),
  sex: Sex.optional(),
  birthday: Birthday.nullish().transform((day) => day ?? null),
  /**
   * Whether a new card is created although a similar one exists; if false, the answer is 409 in that case. Requests of earlier
   * versions do not contain it, and a card is always created.
   */
  createPatient: z.boolean().optional(),
  studyType: StudyType,
  /** a study of the booking's client that was created before the arrival; if given, no study is created */
  studyID: JsonId.optional(),
});

export const markArrived = {
  method: 'POST',
  url: '/assistant/schedule/bookings/:bookingID/come',
  access: { assistant: ['booking', 'studies'], desktop: true },
  schema: {
    summary:
      'Record that the patient has come, which creates the card and the study; a repeated request creates nothing',
    params: OneBooking,
    body: Arrival,
    response: {
      200: z.object({ patientID: JsonId, studyID: JsonId, doctorID: JsonId }),
    },
  },
} as const;

export const markMissed = {
  method: 'PUT',
  url: '/assistant/schedule/bookings/:bookingID/missed',
  access: { assistant: 'booking' },
  schema: {
    summary: `Record that a booked patient did not come, possible from ${MISSED_AFTER_MINUTES} minutes after the time of the booking; or delete that record`,
    params: OneBooking,
    body: z.object({ missed: z.boolean() }),
    response: { 204: NoContent },
  },
} as const;

export const listCardsOfBooking = {
  method: 'GET',
  url: '/assistant/schedule/bookings/:bookingID/cards',
  access: { assistant: ['booking', 'studies'] },
  schema: {
    summary: 'Cards of a client that may belong to the patient of a booking, the most similar first',
    params: OneBooking,
    /** only for a booking without a client */
    querystring: z.object({ doctorID: Id.optional() }),
    response: { 200: z.object({ cards: z.array(SimilarCard) }) },
  },
} as const;
