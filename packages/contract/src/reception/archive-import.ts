import { z } from 'zod';
import { Id, JsonId, NoContent, Offset, pageOf, RequestUUID } from '../values/fields.ts';
import {
  ArchiveImport,
  ImportDecision,
  ImportLimits,
  ImportOutcome,
  ImportRowState,
  ImportStudy,
  ImportTotals,
  NewImportSource,
  ProvenStudy,
} from './archive-import-values.ts';

const needs = { assistant: ['studies', 'admin'] } as const;
const OneImport = z.object({ importID: Id });
const OneRow = z.object({ importID: Id, rowID: Id });

export const listArchiveImports = {
  method: 'GET',
  url: '/assistant/archive-imports',
  access: needs,
  schema: {
    summary: 'Imports from old archives, the latest first; 30 a page',
    querystring: Offset,
    response: { 200: pageOf('imports', ArchiveImport) },
  },
} as const;

export const createArchiveImport = {
  method: 'POST',
  url: '/assistant/archive-imports',
  access: { ...needs, confirmed: true },
  schema: {
    summary: 'Begin the dry run of an import, which imports nothing yet',
    body: z.object({
      source: NewImportSource,
      /** the client of new cards; may be null if `clients` names one for each */
      doctorID: JsonId.nullish().transform((id) => id ?? null),
      /** a CSV file of clients and patients, see docs/archive-import.md */
      clients: z
        .string()
        .max(3_000_000)
        .nullish()
        .transform((text) => text ?? null),
      rateBytesSecond: ImportLimits.rateBytesSecond.default(null),
      hours: ImportLimits.hours.default(null),
      requestUUID: RequestUUID,
    }),
    response: { 201: z.object({ importID: JsonId }) },
  },
} as const;

export const getArchiveImport = {
  method: 'GET',
  url: '/assistant/archive-imports/:importID',
  access: needs,
  schema: {
    summary: 'One import with its totals',
    params: OneImport,
    response: { 200: ArchiveImport.extend({ totals: ImportTotals }) },
  },
} as const;

export const listImportStudies = {
  method: 'GET',
  url: '/assistant/archive-imports/:importID/studies',
  access: needs,
  schema: {
    summary:
      'The studies of the archive and what the import does with each, in the order of the source; 30 a page',
    params: OneImport,
    querystring: Offset.extend({ outcome: ImportOutcome.optional(), state: ImportRowState.optional() }),
    response: { 200: pageOf('studies', ImportStudy) },
  },
} as const;

export const listImportProblems = {
  method: 'GET',
  url: '/assistant/archive-imports/:importID/problems',
  access: needs,
  schema: {
    summary: 'What the archive contains but cannot be read, and why; 30 a page',
    params: OneImport,
    querystring: Offset,
    response: {
      200: pageOf(
        'problems',
        z.object({
          where: z.string(),
          reason: z.enum(['unreadable', 'not-an-image', 'encrypted', 'unsupported', 'limited']),
        }),
      ),
    },
  },
} as const;

export const changeImportStudy = {
  method: 'PUT',
  url: '/assistant/archive-imports/:importID/studies/:rowID',
  access: needs,
  schema: {
    summary:
      'Decide what becomes of one study; 409 unless the import is planned or paused and the study waits, failed or is left out',
    params: OneRow,
    body: ImportDecision,
    response: { 200: ImportStudy },
  },
} as const;

export const confirmArchiveImport = {
  method: 'POST',
  url: '/assistant/archive-imports/:importID/confirm',
  access: { ...needs, confirmed: true },
  schema: {
    summary: 'Begin to import what was planned; a repeated call changes nothing',
    params: OneImport,
    response: { 204: NoContent },
  },
} as const;

const change = (word: 'pause' | 'resume' | 'stop', summary: string) =>
  ({
    method: 'POST',
    url: `/assistant/archive-imports/:importID/${word}` as const,
    access: needs,
    schema: { summary, params: OneImport, response: { 204: NoContent } },
  }) as const;

export const pauseArchiveImport = change(
  'pause',
  'Pause an import; the study that is being read is continued later',
);
export const resumeArchiveImport = change('resume', 'Continue a paused import');
export const stopArchiveImport = change(
  'stop',
  'End an import for good; what is published stays, and what is not is removed',
);

export const getImportProof = {
  method: 'GET',
  url: '/assistant/archive-imports/:importID/proof',
  access: needs,
  schema: {
    summary: 'Per study the SHA-256 of each file at the source and here; 30 studies a page',
    params: OneImport,
    querystring: Offset,
    response: { 200: pageOf('studies', ProvenStudy) },
  },
} as const;

export const downloadImportProof = {
  method: 'GET',
  url: '/assistant/archive-imports/:importID/proof/download',
  access: { ...needs, confirmed: true },
  schema: {
    summary:
      'The whole proof as NDJSON: one line with `import`, one for each study as in the page, one for each problem, one with `summary`',
    params: OneImport,
    response: { 200: z.any() },
  },
} as const;
