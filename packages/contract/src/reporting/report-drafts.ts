import { z } from 'zod';
import { Id, Instant, JsonId, NoContent, ReportText, ShortText, Uuid, Version } from '../values/fields.ts';
import { ConfirmationMethod } from '../people/confirmation.ts';
import { PasskeyAssertion, PasskeyRequest } from '../people/passkeys.ts';
import { ReportRequest } from '../studies/report-requests.ts';
import { TemplateField } from './report-templates.ts';
import { SecondFactorMethod } from '../people/second-factors.ts';
import { StudyType } from '../studies/studies.ts';
import { ExaminedAt } from '../studies/examined-at.ts';

/** ISO 3950: permanent teeth 11 to 48, deciduous teeth 51 to 85. */
const Tooth = z.string().regex(/^([1-4][1-8]|[5-8][1-5])$/);

const findingFacts = { teeth: z.array(Tooth).max(52), text: ReportText };
/** The result of a segmentation from which a finding comes: its number, and when that segmentation was finished. */
const resultOfModel = { finishedAt: Instant, number: z.number().int().min(0).max(10_000) };

/** `model`: a model has proposed the finding, and a person has accepted it; its text may have been changed since. */
export const Finding = z.object({
  ...findingFacts,
  model: z
    .object({ ...resultOfModel, name: z.string(), version: z.string(), acceptedByName: z.string() })
    .optional(),
});
export const Measurement = z.object({ label: ShortText, value: ShortText });
/** A picture as a data URL, from a key image. */
const Picture = z.object({ keyImageUUID: Uuid, caption: ShortText, picture: z.string() });

const UUID = '[\\da-f]{8}(-[\\da-f]{4}){3}-[\\da-f]{12}';
const partOf = (kind: string) => z.string().regex(new RegExp(`^${kind}:${UUID}$`));
const TextPart = z.string().regex(/^(conclusion|field:[a-z\d-]{1,40})$/);

/** The last change of a part; `version` is 0 if the part was never changed. */
const partState = {
  version: z.number().int(),
  changedByName: z.string().nullable(),
  changedAt: Instant.nullable(),
};

/**
 * A part of a draft. A part is changed as a whole, so concurrent changes of one part conflict. `conclusion` and `field:{fieldID}`
 * always exist. Findings, pictures and measurements are named by a UUID of the client; their value is null once they are removed.
 */
export const DraftPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), part: TextPart, value: z.string(), ...partState }),
  z.object({ kind: z.literal('finding'), part: partOf('finding'), value: Finding.nullable(), ...partState }),
  z.object({ kind: z.literal('picture'), part: partOf('picture'), value: Picture.nullable(), ...partState }),
  z.object({
    kind: z.literal('measurement'),
    part: partOf('measurement'),
    value: Measurement.nullable(),
    ...partState,
  }),
]);

/** `version` is the version of the part on which the change is based; 0 for a new part. */
const version = Version;
export const PartChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), part: TextPart, version, value: ReportText }),
  z.object({
    kind: z.literal('finding'),
    part: partOf('finding'),
    version,
    /** `accepted` names a result of a segmentation; the server adds its model. Without it the stored finding keeps its model. */
    value: z.object({ ...findingFacts, accepted: z.object(resultOfModel).optional() }).nullable(),
  }),
  z.object({
    kind: z.literal('picture'),
    part: partOf('picture'),
    version,
    value: Picture.omit({ picture: true }).nullable(),
  }),
  z.object({
    kind: z.literal('measurement'),
    part: partOf('measurement'),
    version,
    value: Measurement.nullable(),
  }),
]);

/** Identifies the draft that the user saw, so that no later draft is changed. Earlier versions of the web app do not send it. */
const draftUUID = Uuid.optional();

export const ReportDraft = z.object({
  studyID: z.number().int(),
  /** absent from answers of earlier versions of the server */
  draftUUID,
  patientID: z.number().int(),
  doctorID: z.number().int(),
  patientName: z.string(),
  studyType: StudyType,
  studyCreatedAt: Instant,
  /** when the images of the study were taken */
  examinedAt: ExaminedAt.nullable(),
  /** the online viewer can show the study */
  viewable: z.boolean(),
  templateName: z.string(),
  fields: z.array(TemplateField),
  withFindings: z.boolean(),
  /** the number of the signed report that this one corrects; null for the first report */
  corrects: z.number().int().nullable(),
  /** grows with every change of any part; a signature names the version that is signed */
  version: z.number().int(),
  startedByName: z.string(),
  changedByName: z.string(),
  changedAt: Instant,
  /** absent from answers of earlier versions of the server */
  request: ReportRequest.nullable().optional(),
  /** the question of the referral by which the study was made, or empty; absent from answers of earlier versions of the server */
  referralQuestion: z.string().optional(),
  /** the questions that the corrected report answers; absent from answers of earlier versions of the server */
  earlierQuestions: z.array(z.string()).optional(),
  parts: z.array(DraftPart),
  /**
   * How the caller can confirm the signature: by a second factor in the same request, or by the password before it
   * (`POST /account/confirmation`). Empty for an employee of the identity provider without a second factor.
   */
  confirmWith: z.array(ConfirmationMethod),
});

const OneStudy = z.object({ studyID: Id });

export const startReport = {
  method: 'POST',
  url: '/assistant/studies/:studyID/reports/draft',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary:
      'Begin a report with a template, or a correction of the signed report, for which the template is ignored; 204 also when a draft exists',
    params: OneStudy,
    body: z.object({ templateID: JsonId.nullable() }),
    response: { 204: NoContent },
  },
} as const;

export const getReportDraft = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports/draft',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary: 'The draft; 404 while there is none',
    params: OneStudy,
    response: { 200: ReportDraft },
  },
} as const;

export const saveReportDraft = {
  method: 'PATCH',
  url: '/assistant/studies/:studyID/reports/draft',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary:
      'Change parts of the draft. A part that somebody else has changed since `version` is not saved; `conflicts` contains it as it is stored. The other parts are saved',
    params: OneStudy,
    body: z.object({ draftUUID, changes: z.array(PartChange).min(1).max(300) }),
    response: {
      200: z.object({
        version: z.number().int(),
        savedAt: Instant,
        saved: z.array(z.object({ part: z.string(), version: z.number().int() })),
        conflicts: z.array(DraftPart),
      }),
    },
  },
} as const;

export const discardReportDraft = {
  method: 'DELETE',
  url: '/assistant/studies/:studyID/reports/draft',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary: 'Delete the draft; 409 when it has changed since `version`',
    params: OneStudy,
    querystring: z.object({
      version: z.coerce
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
      draftUUID,
    }),
    response: { 204: NoContent },
  },
} as const;

export const listReportSources = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports/sources',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary:
      'The key images and the measurements of the viewer, and accepted findings of a model, which a report can contain',
    params: OneStudy,
    response: {
      200: z.object({
        keyImages: z.array(
          z.object({ keyImageUUID: Uuid, title: z.string(), picture: z.string(), authorName: z.string() }),
        ),
        measurements: z.array(
          z.object({ markID: Uuid, label: z.string(), value: z.string(), authorName: z.string() }),
        ),
        /** findings that a model proposed and a person accepted; absent from answers of earlier versions of the server */
        findings: z.array(Finding.required({ model: true })).optional(),
      }),
    },
  },
} as const;

export const previewReport = {
  method: 'GET',
  url: '/assistant/studies/:studyID/reports/draft/document',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary: 'The draft as a PDF, marked as a draft on every page; 404 while there is none',
    params: OneStudy,
    response: { 200: z.any() },
  },
} as const;

export const startReportPasskey = {
  method: 'POST',
  url: '/assistant/studies/:studyID/reports/passkey',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary: 'Options for `navigator.credentials.get` that confirm a signature; valid once, for five minutes',
    params: OneStudy,
    response: { 200: PasskeyRequest },
  },
} as const;

export const signReport = {
  method: 'POST',
  url: '/assistant/studies/:studyID/reports',
  access: { assistant: ['studies', 'report-writing'] },
  schema: {
    summary:
      'Sign the draft: it becomes a report that nobody can change. 409 when the draft has changed since `version`; a repeated request with the same UUID has no further effect',
    params: OneStudy,
    body: z.object({
      /** chosen by the client */
      reportUUID: Uuid,
      draftUUID,
      version: Version,
      /** why the earlier report is corrected; required for a correction */
      reason: ShortText,
      /** required if the account has a second factor; without one, 403 `confirmation_required` unless the session is confirmed */
      confirmation: z
        .object({
          method: SecondFactorMethod,
          code: z.string().max(100).optional(),
          passkey: PasskeyAssertion.optional(),
        })
        .optional(),
    }),
    response: { 201: z.object({ number: z.number().int() }) },
  },
} as const;
