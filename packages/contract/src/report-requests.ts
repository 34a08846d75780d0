import { z } from 'zod';
import { Id, Instant, NoContent, ReportQuestion } from './fields.ts';

/* Requests for a report («Заключение») on a study, and what a study says of its report. */

/** A report on a study that waits for one. */
export const ReportRequest = z.object({
  requestedAt: Instant,
  /** null if it is not known, and for clients if the centre asked or another client did before the study moved */
  byName: z.string().nullable(),
  /** a person of a client asked, not the centre */
  byClient: z.boolean(),
  question: z.string(),
});

/** Of every study; absent from servers of earlier versions. */
export const reportFields = {
  /** of the newest signed report; for clients null while it names another patient than the card */
  reportNumber: z.number().int().nullable().optional(),
  reportSignedAt: Instant.nullable().optional(),
};

/** Of a study as assistants see it. */
export const assistantReportFields = {
  reportRequestedAt: Instant.nullable().optional(),
  reportRequest: ReportRequest.nullable().optional(),
  /** the newest report was signed for another card, which names another patient: clients do not read it */
  reportMisfiled: z.boolean().optional(),
};

/** Of a study as clients see it; receptionists get no facts about reports. */
export const ownReportFields = {
  reportRequest: ReportRequest.nullable().optional(),
  /** the signed report names another patient and is being corrected */
  reportMisfiled: z.boolean().optional(),
  canRequestReport: z.boolean().optional(),
  canWithdrawReportRequest: z.boolean().optional(),
};

/** In the request for a new study. */
export const newStudyReport = {
  reportRequested: z.boolean().optional(),
  reportQuestion: ReportQuestion.optional(),
};

const WantedReport = z.object({ requested: z.boolean(), question: ReportQuestion.optional() });

export const requestReport = {
  method: 'PUT',
  url: '/assistant/studies/:studyID/reports/requested',
  access: { assistant: 'studies' },
  schema: {
    summary: 'Whether the study waits for a report, with a question to its author',
    params: z.object({ studyID: Id }),
    body: WantedReport,
    response: { 204: NoContent },
  },
} as const;

export const requestOwnReport = {
  method: 'PUT',
  url: '/doctor/patients/:patientID/studies/:studyID/reports/requested',
  access: { doctor: 'clinicians' },
  schema: {
    summary:
      'Ask the centre for a report on an own study, with a question to its author, or withdraw that request while nobody has begun',
    params: z.object({ patientID: Id, studyID: Id }),
    body: WantedReport,
    response: { 204: NoContent },
  },
} as const;
