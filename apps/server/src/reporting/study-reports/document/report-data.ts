import { createHash } from 'node:crypto';
import { ClockTime } from '@snimok/contract/studies/examined-at';
import { z } from 'zod';
import type { SealedReportInput } from './input.ts';

/** The name of the data file in the PDF. */
export const DATA_FILE = 'report.json';

/** The report as data; docs/report-data.md describes every field. If the meaning of a field changes, `format` must change. */
const ReportData = z.object({
  format: z.literal('snimok-report-1'),
  reportID: z.int(),
  version: z.int().positive(),
  replaces: z
    .strictObject({ version: z.int().positive(), signedAt: z.iso.datetime(), reason: z.string() })
    .nullable(),
  signedAt: z.iso.datetime(),
  author: z.object({ name: z.string(), post: z.string() }),
  question: z.string(),
  centre: z.object({
    name: z.string(),
    legalName: z.string(),
    address: z.string(),
    phones: z.array(z.string()),
    hours: z.string(),
    licence: z.string(),
    website: z.string(),
  }),
  patient: z.object({ name: z.string(), birthDate: z.iso.date().nullable(), sex: z.string() }),
  study: z.object({
    id: z.int(),
    date: z.iso.date(),
    examined: z.object({ day: z.iso.date(), time: ClockTime.nullable() }).nullable(),
    type: z.string(),
  }),
  sections: z.array(z.object({ title: z.string(), text: z.string() })),
  findings: z.array(
    z.object({
      teeth: z.array(z.string()),
      text: z.string(),
      model: z.object({ name: z.string(), version: z.string(), acceptedByName: z.string() }).optional(),
    }),
  ),
  measurements: z.array(z.object({ label: z.string(), value: z.string() })),
  pictures: z.array(z.object({ caption: z.string(), type: z.string(), sha256: z.string() })),
  conclusion: z.string(),
});

/** The content of the data file. Its texts are exactly as they were signed, even where the page cannot print them. */
export const reportData = ({ centre, replaces, pictures, ...report }: SealedReportInput): string => {
  const { logo: _logo, ...identity } = centre;
  const data = ReportData.parse({
    format: 'snimok-report-1',
    ...report,
    signedAt: report.signedAt.toISOString(),
    replaces: replaces && { ...replaces, signedAt: replaces.signedAt.toISOString() },
    centre: identity,
    pictures: pictures.map(({ caption, type, bytes }) => ({
      caption,
      type,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })),
  });
  return `${JSON.stringify(data, null, 2)}\n`;
};
