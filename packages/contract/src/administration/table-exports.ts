import { z } from 'zod';
import { ClientSort } from '../people/doctors.ts';
import { CalendarDay, Id } from '../values/fields.ts';
import { PatientSort } from '../people/patients.ts';
import { examinedFilters, StudyIDs, StudySort, StudyStatus } from '../studies/studies.ts';

/** The rows of an XLSX file; a worksheet has at most 1,048,576 (ECMA-376 part 1, §18.3.1.73). */
export const XLSX_MAX_ROWS = 1_000_000;

const Format = z.enum(['csv', 'xlsx']).default('csv');

const summary = 'as a CSV file (UTF-8 with BOM, semicolons) or an XLSX file: all rows, streamed';

export const exportClients = {
  method: 'GET',
  url: '/assistant/exports/clients',
  access: { assistant: ['clients', 'export'], confirmed: true },
  schema: {
    summary: `The clients ${summary}`,
    querystring: z.object({ format: Format, sortedBy: ClientSort.default('name.asc') }),
    response: { 200: z.any() },
  },
} as const;

export const exportPatients = {
  method: 'GET',
  url: '/assistant/exports/patients',
  access: { assistant: ['studies', 'export'], confirmed: true },
  schema: {
    summary: `A client's patients, those in work or those being restored ${summary}`,
    querystring: z.object({
      format: Format,
      sortedBy: PatientSort.default('lastStudyCreatedAt.desc'),
      /** the patients of one client, or one of the lists over all clients */
      of: z.union([z.enum(['in-work', 'for-restore']), Id]),
    }),
    response: { 200: z.any() },
  },
} as const;

export const exportStudies = {
  method: 'GET',
  url: '/assistant/exports/studies',
  access: { assistant: ['studies', 'export'], confirmed: true },
  schema: {
    summary: `The common list of studies with its filters, or selected studies, ${summary}`,
    querystring: z.object({
      format: Format,
      sortedBy: StudySort.default('createdAt.desc'),
      filterStatus: StudyStatus.optional(),
      filterPeriod: CalendarDay.optional(),
      filterDay: CalendarDay.optional(),
      ...examinedFilters,
      studyIDs: StudyIDs.optional(),
    }),
    response: { 200: z.any() },
  },
} as const;

export const exportPatientHistory = {
  method: 'GET',
  url: '/assistant/exports/history',
  access: { assistant: ['studies', 'history', 'export'], confirmed: true },
  schema: {
    summary: `The history of one patient, newest first, ${summary}; recorded in that history`,
    querystring: z.object({ format: Format, patientID: Id }),
    response: { 200: z.any() },
  },
} as const;
