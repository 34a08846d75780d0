import { z } from 'zod';
import { CalendarDay, Id, Instant, JsonId, NoContent, Offset, pageOf, Sex } from '../values/fields.ts';

const SimilarPatient = z.object({
  patientID: z.number().int(),
  doctorID: z.number().int(),
  doctorName: z.string(),
  name: z.string(),
  sex: Sex,
  birthday: CalendarDay.nullable(),
  phone: z.string().nullable(),
  studiesCount: z.number().int(),
  lastStudyCreatedAt: Instant.nullable(),
});

/** A card that may belong to a person who is booked or referred. */
export const SimilarCard = SimilarPatient.pick({
  patientID: true,
  name: true,
  birthday: true,
  phone: true,
  studiesCount: true,
});

/** What two cards of possibly the same person have in common besides similar names. */
const Similarity = z.enum(['birthday', 'phone', 'name']);

export const listDuplicatesOf = {
  method: 'GET',
  url: '/assistant/patients/:patientID/duplicates',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Other cards that may belong to the same person by name, birth date and phone, those of the same client first, at most 10',
    params: z.object({ patientID: Id }),
    response: {
      200: z.object({ duplicates: z.array(SimilarPatient.extend({ by: z.array(Similarity) })) }),
    },
  },
} as const;

export const listDuplicates = {
  method: 'GET',
  url: '/assistant/patients/duplicates',
  access: { assistant: 'studies' },
  schema: {
    summary:
      'Pairs of cards of one client that may belong to the same person, the newest card first, 30 a page',
    querystring: Offset,
    response: {
      200: pageOf(
        'pairs',
        z.object({ patients: z.tuple([SimilarPatient, SimilarPatient]), by: z.array(Similarity) }),
      ),
    },
  },
} as const;

export const dismissDuplicate = {
  method: 'POST',
  url: '/assistant/patients/:patientID/duplicates/dismiss',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Record that two cards belong to different people: the pair is not suggested again',
    params: z.object({ patientID: Id }),
    body: z.object({ otherID: JsonId }),
    response: { 204: NoContent },
  },
} as const;
