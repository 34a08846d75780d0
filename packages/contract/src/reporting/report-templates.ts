import { z } from 'zod';
import { Id, Instant, JsonId, Name, NoContent, ReportText } from '../values/fields.ts';
import { StudyType } from '../studies/studies.ts';

/** Limits of reports («Заключение») on studies. */
export const REPORT_LIMITS = {
  fields: 30,
  options: 30,
  findings: 52,
  pictures: 30,
  measurements: 100,
} as const;

/** Identifies a field within its template. */
const FieldID = z.string().regex(/^[a-z\d-]{1,40}$/);

/** `line`: one line; `text`: several; `choice`: one of `options`. */
export const TemplateField = z.object({
  fieldID: FieldID,
  label: Name,
  kind: z.enum(['line', 'text', 'choice']),
  options: z.array(Name).max(REPORT_LIMITS.options),
  /** the text in a new report; for a choice, empty or one of `options` */
  initial: ReportText,
});

const templateFacts = {
  name: Name,
  studyType: StudyType,
  fields: z.array(TemplateField).max(REPORT_LIMITS.fields),
  /** the report has findings for single teeth */
  withFindings: z.boolean(),
  /** the conclusion in a new report */
  conclusion: ReportText,
};

/** `version` grows with every change. */
export const ReportTemplate = z.object({
  templateID: z.number().int(),
  ...templateFacts,
  version: z.number().int(),
  changedByName: z.string().nullable(),
  changedAt: Instant,
});

const OneTemplate = z.object({ templateID: Id });

export const listReportTemplates = {
  method: 'GET',
  url: '/assistant/reports/templates',
  access: { assistant: { oneOf: ['report-writing', 'admin'] } },
  schema: {
    summary: 'The templates of reports by study type and name',
    response: { 200: z.object({ templates: z.array(ReportTemplate) }) },
  },
} as const;

export const createReportTemplate = {
  method: 'POST',
  url: '/assistant/reports/templates',
  access: { assistant: { oneOf: ['report-writing', 'admin'] } },
  schema: {
    summary: 'Create a template; 409 when a template of the type has the name',
    body: z.object(templateFacts),
    response: { 201: z.object({ templateID: JsonId }) },
  },
} as const;

export const updateReportTemplate = {
  method: 'PUT',
  url: '/assistant/reports/templates/:templateID',
  access: { assistant: { oneOf: ['report-writing', 'admin'] } },
  schema: {
    summary:
      'Change a template; drafts keep the fields that they began with. 409 when somebody has changed it since `version`',
    params: OneTemplate,
    body: z.object({ ...templateFacts, version: z.number().int() }),
    response: { 204: NoContent },
  },
} as const;

export const deleteReportTemplate = {
  method: 'DELETE',
  url: '/assistant/reports/templates/:templateID',
  access: { assistant: { oneOf: ['report-writing', 'admin'] } },
  schema: { summary: 'Delete a template', params: OneTemplate, response: { 204: NoContent } },
} as const;
