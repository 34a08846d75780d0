import { z } from 'zod';
import { SimilarCard } from './duplicates.ts';
import {
  CalendarDay,
  Email,
  Instant,
  JsonId,
  NoContent,
  Offset,
  pageOf,
  Paragraphs,
  RequestUUID,
  Sex,
  ShortText,
  Uuid,
} from '../values/fields.ts';
import { enteredFacts, factsWith } from '../people/patient-facts.ts';
import { BookedPhone, BookingStatus, Place } from './schedule.ts';
import { StudyType } from '../studies/studies.ts';
import { Teeth } from '../values/teeth.ts';
import { consentFields } from './visit-reminders.ts';

export const MAX_RECIPIENTS = 10;

const CONTRAINDICATIONS = ['pregnancy', 'pacemaker', 'metal'] as const;
export const Contraindication = z.enum(CONTRAINDICATIONS);
export type Contraindication = z.infer<typeof Contraindication>;
export const CONTRAINDICATION_LABELS: Record<Contraindication, string> = {
  pregnancy: 'Беременность',
  pacemaker: 'Кардиостимулятор',
  metal: 'Металл в области головы и шеи',
};

export const Urgency = z.enum(['routine', 'urgent']);
export const URGENCY_LABELS: Record<z.infer<typeof Urgency>, string> = {
  routine: 'Обычная',
  urgent: 'Срочная',
};

/** `done`: the referral was accepted and its study has been published. */
const REFERRAL_STATES = ['sent', 'accepted', 'done', 'declined', 'withdrawn'] as const;
export const ReferralState = z.enum(REFERRAL_STATES);
export type ReferralState = z.infer<typeof ReferralState>;

/** What the doctor asks of the centre. */
export const requestFields = {
  teeth: Teeth,
  question: z.string(),
  urgency: Urgency,
  contraindications: z.array(Contraindication),
  otherContraindications: z.string(),
};

const referralFields = {
  referralUUID: Uuid,
  /** consecutive in the portal; printed on paper */
  number: z.number().int(),
  state: ReferralState,
  createdAt: Instant,
  examination: z.string(),
  studyType: StudyType,
  urgency: Urgency,
  patientName: z.string(),
  patientBirthday: CalendarDay.nullable(),
  /** the person of the client who wrote it */
  senderName: z.string(),
  /** the patient's card; null until a new patient has one */
  patientID: z.number().int().nullable(),
  studyID: z.number().int().nullable(),
};

/** A referral in the list of its client. */
const SentReferral = z.object(referralFields);
/** A referral in the list of the centre. */
export const IncomingReferral = z.object({
  ...referralFields,
  doctorID: z.number().int(),
  doctorName: z.string(),
});

const Recipient = z.object({ doctorID: z.number().int().nullable(), name: z.string() });

const BookingOfReferral = z.object({
  bookingID: z.number().int(),
  beginsAt: Instant,
  locationName: z.string(),
  address: z.string(),
  status: BookingStatus,
});

const detailFields = {
  ...requestFields,
  sex: Sex,
  phone: z.string().nullable(),
  preparation: z.string(),
  recipients: z.array(Recipient),
  booking: BookingOfReferral.nullable(),
  /** who accepted or declined it, and when */
  decidedBy: z.string().nullable(),
  decidedAt: Instant.nullable(),
  /** why it was declined */
  reason: z.string(),
};
const SentReferralDetails = SentReferral.extend({
  ...detailFields,
  can: z.object({ withdraw: z.boolean() }),
});

export const IncomingReferralDetails = IncomingReferral.extend({
  ...detailFields,
  /** cards of the client that may belong to the patient; only while a referral of a new patient waits */
  similar: z.array(SimilarCard),
  can: z.object({
    decide: z.boolean(),
    /**
     * the patient can be booked: the referral is accepted, neither booked nor done; absent from servers of earlier versions
     */
    book: z.boolean().optional(),
  }),
});

const unique = <Item>(items: Item[]): Item[] => [...new Set(items)];

const NewReferral = z.object({
  /** made by the sender, so that a repeated request does not send a second referral */
  referralUUID: Uuid,
  /** one of the client's patients, or a new one with the facts of a card */
  patient: z.union([z.object({ patientID: JsonId }), z.object(enteredFacts(factsWith('clientsEnter')))]),
  examinationID: JsonId,
  teeth: Teeth.default([]),
  question: Paragraphs.default(''),
  urgency: Urgency.default('routine'),
  contraindications: z
    .array(Contraindication)
    .max(20)
    .overwrite((given) => CONTRAINDICATIONS.filter((one) => given.includes(one)))
    .default([]),
  otherContraindications: ShortText.default(''),
  /** doctors with whom the client already shares patients */
  recipientDoctorIDs: z.array(JsonId).max(MAX_RECIPIENTS).overwrite(unique).default([]),
  recipientEmails: z.array(Email).max(MAX_RECIPIENTS).overwrite(unique).default([]),
  /** a booking of the same patient by the same client */
  bookingID: JsonId.nullish().transform((id) => id ?? null),
});

export type NewReferral = z.output<typeof NewReferral>;

const OneReferral = z.object({ referralUUID: Uuid });
const ReferralsPage = Offset.extend({ state: ReferralState.optional() });

export const listOwnReferrals = {
  method: 'GET',
  url: '/doctor/referrals',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The referrals of the client, the newest first',
    querystring: ReferralsPage,
    response: { 200: pageOf('referrals', SentReferral) },
  },
} as const;

export const sendReferral = {
  method: 'POST',
  url: '/doctor/referrals',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Send a referral to the centre, once for each referralUUID',
    body: NewReferral,
    response: { 201: z.object({ referralUUID: Uuid }) },
  },
} as const;

export const getOwnReferral = {
  method: 'GET',
  url: '/doctor/referrals/:referralUUID',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'One referral of the client',
    params: OneReferral,
    response: { 200: SentReferralDetails },
  },
} as const;

export const withdrawReferral = {
  method: 'POST',
  url: '/doctor/referrals/:referralUUID/withdraw',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'Withdraw a referral; 409 once the centre has decided',
    params: OneReferral,
    response: { 204: NoContent },
  },
} as const;

export const printOwnReferral = {
  method: 'GET',
  url: '/doctor/referrals/:referralUUID/document',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The referral as a PDF with a QR code for the centre',
    params: OneReferral,
    response: { 200: z.any() },
  },
} as const;

export const listReferrals = {
  method: 'GET',
  url: '/assistant/referrals',
  access: { assistant: 'studies', token: 'studies:read' },
  schema: {
    summary:
      'The referrals of all clients: first the waiting ones, of which urgent ones come first, then the others, the newest first',
    querystring: ReferralsPage,
    response: { 200: pageOf('referrals', IncomingReferral) },
  },
} as const;

export const countWaitingReferrals = {
  method: 'GET',
  url: '/assistant/referrals/waiting',
  access: { assistant: 'studies' },
  schema: {
    summary: 'How many referrals wait for a decision',
    response: { 200: z.object({ waitingCount: z.number().int() }) },
  },
} as const;

export const getReferral = {
  method: 'GET',
  url: '/assistant/referrals/:referralUUID',
  access: { assistant: 'studies', token: 'studies:read' },
  schema: {
    summary: 'One referral, with cards that may belong to its new patient',
    params: OneReferral,
    response: { 200: IncomingReferralDetails },
  },
} as const;

export const acceptReferral = {
  method: 'POST',
  url: '/assistant/referrals/:referralUUID/accept',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Create the study, and the card of a new patient. 409 if a colleague was first, or if a similar card exists and none was chosen',
    params: OneReferral,
    body: z.object({
      /** a card of the client for the new patient */
      patientID: JsonId.nullish(),
      /** the similar cards belong to other people */
      createPatient: z.boolean().default(false),
    }),
    response: { 200: z.object({ doctorID: JsonId, patientID: JsonId, studyID: JsonId }) },
  },
} as const;

export const bookReferral = {
  method: 'POST',
  url: '/assistant/referrals/:referralUUID/booking',
  access: { assistant: ['studies', 'booking'] },
  schema: {
    summary:
      'Book the patient of an accepted referral into a slot: card, client, examination and study come from the referral. 409 when the slot is taken or the patient is booked already',
    params: OneReferral,
    body: z.object({
      locationID: JsonId,
      date: CalendarDay,
      slotUUID: Uuid,
      place: Place,
      patientPhone: BookedPhone,
      requestUUID: RequestUUID,
      ...consentFields,
    }),
    response: { 201: z.object({ bookingID: JsonId }) },
  },
} as const;

export const declineReferral = {
  method: 'POST',
  url: '/assistant/referrals/:referralUUID/decline',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Decline a referral; the client gets the reason by letter',
    params: OneReferral,
    body: z.object({ reason: ShortText.min(1) }),
    response: { 204: NoContent },
  },
} as const;

export const printReferral = {
  method: 'GET',
  url: '/assistant/referrals/:referralUUID/document',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The referral as a PDF with a QR code',
    params: OneReferral,
    response: { 200: z.any() },
  },
} as const;
