import { z } from 'zod';
import { Id, Instant, Uuid } from '../values/fields.ts';
import { requestFields } from './referrals.ts';

/** What the card of a study shows of its referral. */
export const ReferralOfStudy = z.object({
  ...requestFields,
  referralUUID: Uuid,
  number: z.number().int(),
  studyID: z.number().int(),
  examination: z.string(),
  createdAt: Instant,
  senderName: z.string(),
});

const OnePatient = z.object({ patientID: Id });
const OfPatient = { 200: z.object({ referrals: z.array(ReferralOfStudy) }) };

export const listOwnPatientReferrals = {
  method: 'GET',
  url: '/doctor/patients/:patientID/referrals',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The referrals that led to studies of a patient, own or shared',
    params: OnePatient,
    response: OfPatient,
  },
} as const;

export const listPatientReferrals = {
  method: 'GET',
  url: '/assistant/patients/:patientID/referrals',
  access: { assistant: 'studies' },
  schema: {
    summary: 'The referrals that led to studies of a patient',
    params: OnePatient,
    response: OfPatient,
  },
} as const;
