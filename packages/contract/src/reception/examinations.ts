import { z } from 'zod';
import { Comment, Id, JsonId, Name, NoContent, Version } from '../values/fields.ts';
import { StudyType } from '../studies/studies.ts';

/** An examination that clients may request. */
export const Examination = z.object({
  examinationID: z.number().int(),
  name: z.string(),
  studyType: StudyType,
  /** what the patient has to do before it; may be empty */
  preparation: z.string(),
});
/** An examination as the centre edits it. */
const EditedExamination = Examination.extend({
  /** clients may request it */
  active: z.boolean(),
  /** increases with every change */
  version: z.number().int(),
});

const ExaminationFacts = z.object({
  name: Name,
  studyType: StudyType,
  preparation: Comment.default(''),
  active: z.boolean().default(true),
});

export const MAX_EXAMINATIONS = 200;

export const listOfferedExaminations = {
  method: 'GET',
  url: '/doctor/examinations',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The examinations that may be requested, in the order of the centre',
    response: { 200: z.object({ examinations: z.array(Examination) }) },
  },
} as const;

export const listExaminations = {
  method: 'GET',
  url: '/assistant/examinations',
  access: { assistant: { oneOf: ['studies', 'admin', 'booking'] } },
  schema: {
    summary: 'All examinations, in the order of the centre, including those that are no longer offered',
    response: { 200: z.object({ examinations: z.array(EditedExamination) }) },
  },
} as const;

export const createExamination = {
  method: 'POST',
  url: '/assistant/examinations',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Add an examination at the end of the list',
    body: ExaminationFacts,
    response: { 201: z.object({ examinationID: JsonId }) },
  },
} as const;

export const updateExamination = {
  method: 'PUT',
  url: '/assistant/examinations/:examinationID',
  access: { assistant: 'admin' },
  schema: {
    summary:
      'Change an examination; referrals that were sent before keep its name. 409 if somebody has changed it since the named version',
    params: z.object({ examinationID: Id }),
    /** pages of earlier releases send no version */
    body: ExaminationFacts.extend({ version: Version.optional() }),
    response: { 204: NoContent },
  },
} as const;

export const orderExaminations = {
  method: 'PUT',
  url: '/assistant/examinations/order',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Change the order of all examinations; 409 if the list has changed meanwhile',
    body: z.object({ examinationIDs: z.array(JsonId).max(MAX_EXAMINATIONS) }),
    response: { 204: NoContent },
  },
} as const;
