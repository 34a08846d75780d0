import type { Finding, Measurement } from '@snimok/contract/reporting/report-drafts';
import type { z } from 'zod';
import type { Draft, Part } from './draft-queries.ts';
import { CONCLUSION, partOfField } from './parts.ts';
import type { Field } from './template-queries.ts';

interface Picture {
  keyImageUUID: string;
  caption: string;
  /** data URL */
  picture: string;
}

/** What is signed. Stored as JSON, so later versions must read what earlier ones have written. */
export interface ReportContent {
  templateName: string;
  fields: Field[];
  withFindings: boolean;
  /** by `fieldID` */
  texts: Record<string, string>;
  findings: z.output<typeof Finding>[];
  pictures: Picture[];
  measurements: z.output<typeof Measurement>[];
  conclusion: string;
  patientName: string;
  /** what the report answers; absent from reports that earlier versions have signed */
  questions?: string[];
}

type Of<Kind extends Part['kind']> = NonNullable<Extract<Part, { kind: Kind }>['value']>;

const valuesOf = <Kind extends Part['kind']>(parts: readonly Part[], kind: Kind): Of<Kind>[] =>
  parts.flatMap((part) => (part.kind === kind && part.value !== null ? [part.value as Of<Kind>] : []));

export const contentOf = (
  { templateName, fields, withFindings }: Pick<Draft, 'templateName' | 'fields' | 'withFindings'>,
  parts: readonly Part[],
  patientName: string,
): ReportContent => {
  const textOf = (name: string): string => {
    const found = parts.find(({ part }) => part === name);
    return found?.kind === 'text' ? found.value : '';
  };
  return {
    templateName,
    fields,
    withFindings,
    patientName,
    texts: Object.fromEntries(fields.map(({ fieldID }) => [fieldID, textOf(partOfField(fieldID))])),
    findings: valuesOf(parts, 'finding'),
    pictures: valuesOf(parts, 'picture'),
    measurements: valuesOf(parts, 'measurement'),
    conclusion: textOf(CONCLUSION),
  };
};

/** The texts under their titles, without empty ones. */
export const sectionsOf = ({ fields, texts }: Pick<ReportContent, 'fields' | 'texts'>) =>
  fields.flatMap(({ fieldID, label }) => {
    const text = texts[fieldID] ?? '';
    return text === '' ? [] : [{ title: label, text }];
  });
