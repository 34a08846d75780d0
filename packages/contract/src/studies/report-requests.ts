import { z } from 'zod';
import { Id, Instant, NoContent, ReportQuestion } from '../values/fields.ts';

/* Requests for a report («Заключение») on a study, and the fields of a study about its report. */

/** A request for a report that waits. */
export const ReportRequest = z.object({
  requestedAt: Instant,
  /** null if it is not known. For clients also null if the centre requested it, or another client before the study moved. */
  byName: z.string().nullable(),
  /** a person of a client requested it, not the centre */
  byClient: z.boolean(),
  question: z.string(),
});

/** Fields of every study; absent from servers of earlier versions. */
export const reportFields = {
  /** the newest signed report; for clients null while the report names another patient than the card */
  reportNumber: z.number().int().nullable().optional(),
  reportSignedAt: Instant.nullable().optional(),
};

/** Fields of a study for assistants. */
export const assistantReportFields = {
  reportRequestedAt: Instant.nullable().optional(),
  reportRequest: ReportRequest.nullable().optional(),
  /** the newest report was signed for another card that names another patient, so clients cannot read it */
  reportMisfiled: z.boolean().optional(),
};

/** Fields of a study for clients; receptionists get none of them. */
export const ownReportFields = {
  reportRequest: ReportRequest.nullable().optional(),
  /** the signed report names another patient and is being corrected */
  reportMisfiled: z.boolean().optional(),
  canRequestReport: z.boolean().optional(),
  canWithdrawReportRequest: z.boolean().optional(),
};

/** Fields in the request for a new study. */
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
    summary: 'Request a report on a study, with a question to its author, or withdraw the request',
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
      'Ask the centre for a report on an own study, with a question to its author, or withdraw that request until an assistant begins the report',
    params: z.object({ patientID: Id, studyID: Id }),
    body: WantedReport,
    response: { 204: NoContent },
  },
} as const;
