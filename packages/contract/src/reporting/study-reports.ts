import { z } from 'zod';
import { Id, Instant, Offset, pageOf, ReportNumber } from '../values/fields.ts';
import { Finding, Measurement } from './report-drafts.ts';
import { ReportRequest } from '../studies/report-requests.ts';
import { StudyStatus, StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/* Signed reports («Заключение») on studies. `printed-copies.ts` is about the PDFs of panoramas and plans. */

const OneStudy = z.object({ studyID: Id });
const OneReport = OneStudy.extend({ number: ReportNumber });
const OneOwnStudy = z.object({ patientID: Id, studyID: Id });

const reportFacts = {
  /** 1 for the first report of a study; corrections follow */
  number: z.number().int(),
  authorName: z.string(),
  signedAt: Instant,
  /** the reason for a correction; otherwise empty */
  reason: z.string(),
  /** the number of the report that replaces this one */
  replacedBy: z.number().int().nullable(),
};

const Reading = z.object({ name: z.string(), readAt: Instant });

export const ReportVersion = z.object(reportFacts);

/** A signed report as it was signed. */
export const StudyReport = z.object({
  ...reportFacts,
  studyID: z.number().int(),
  studyType: StudyType,
  studyCreatedAt: Instant,
  /** when the images of the study were taken, as it is known now */
  examinedAt: ExaminedAt.nullable(),
  /** as on the card when the report was signed */
  patientName: z.string(),
  /** the present name on the card, if the card differs from the report, even if only in the birthday */
  cardName: z.string().optional(),
  /** the study is now on another card than when the report was signed */
  misfiled: z.boolean().optional(),
  templateName: z.string(),
  sections: z.array(z.object({ title: z.string(), text: z.string() })),
  findings: z.array(Finding),
  pictures: z.array(z.object({ picture: z.string(), caption: z.string() })),
  measurements: z.array(Measurement),
  conclusion: z.string(),
  /** all reports of the study, the newest first */
  versions: z.array(ReportVersion),
});

export const getReportState = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports',
  access: { assistant: 'studies', token: 'studies:read' },
  schema: {
    summary:
      'The reports of a study, the newest first, with their first readings, and the state of the draft',
    params: OneStudy,
    response: {
      200: z.object({
        requestedAt: Instant.nullable(),
        draft: z.object({ changedByName: z.string(), changedAt: Instant }).nullable(),
        reports: z.array(ReportVersion.extend({ readings: z.array(Reading) })),
        can: z.object({ write: z.boolean(), request: z.boolean() }),
      }),
    },
  },
} as const;

export const getReport = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports/:number',
  access: { assistant: 'studies', token: 'studies:read' },
  schema: { summary: 'A signed report', params: OneReport, response: { 200: StudyReport } },
} as const;

const Pdf = z.any();

export const getReportDocument = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports/:number/document',
  access: { assistant: 'studies', token: 'studies:download' },
  schema: { summary: 'The sealed PDF of a report', params: OneReport, response: { 200: Pdf } },
} as const;

export const ReportRow = z.object({
  studyID: z.number().int(),
  patientID: z.number().int(),
  doctorID: z.number().int(),
  patientName: z.string(),
  doctorName: z.string(),
  studyType: StudyType,
  studyStatus: StudyStatus,
  studyCreatedAt: Instant,
  /** when the images of the study were taken, as it is known now */
  examinedAt: ExaminedAt.nullable(),
  requestedAt: Instant.nullable(),
  /** who requested the report, and the question to the author */
  request: ReportRequest.nullable().optional(),
  /** who changed the draft last */
  draft: z.object({ changedByName: z.string(), changedAt: Instant }).nullable(),
  /** the newest signed report, and when a person of the clinic first read it */
  signed: z
    .object({
      number: z.number().int(),
      authorName: z.string(),
      signedAt: Instant,
      readAt: Instant.nullable(),
      /** the report was signed for another card that names another patient, and has to be corrected */
      misfiled: z.boolean().optional(),
    })
    .nullable(),
});

export const listReports = {
  method: 'GET',
  url: '/assistant/reports',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary:
      '`waiting`: studies for which a report was requested or begun, the oldest request first; `signed`: signed reports, the newest first',
    querystring: Offset.extend({ state: z.enum(['waiting', 'signed']).default('waiting') }),
    response: { 200: pageOf('reports', ReportRow) },
  },
} as const;

export const countReports = {
  method: 'GET',
  url: '/assistant/reports/waiting',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary: 'How many published studies wait for a report',
    response: { 200: z.object({ waitingCount: z.number().int() }) },
  },
} as const;

export const getOwnReport = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies/:studyID/reports/:number',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'A signed report; the first reading is recorded',
    params: OneOwnStudy.extend({ number: ReportNumber }),
    response: { 200: StudyReport },
  },
} as const;

export const getOwnReportDocument = {
  method: 'GET',
  url: '/doctor/patients/:patientID/studies/:studyID/reports/:number/document',
  access: { doctor: 'clinicians' },
  schema: {
    summary: 'The sealed PDF of a report; the first reading is recorded',
    params: OneOwnStudy.extend({ number: ReportNumber }),
    response: { 200: Pdf },
  },
} as const;

export const getExternalReportDocument = {
  method: 'GET',
  url: '/external/study/report',
  access: { share: true },
  schema: {
    summary: 'The sealed PDF of the newest report, for shares that permit downloads; 404 while there is none',
    response: { 200: Pdf },
  },
} as const;
