import { Birthday, Name } from '@snimok/contract/values/fields';
import { readableName } from '@snimok/imaging/dicom/person-name';
import type { Person } from '@snimok/imaging/names/compare-people';
import { dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import type { SourceColumns } from '../study-queries.ts';

const SEXES: Record<string, Person['sex']> = { M: 'male', F: 'female' };

/** `20090312` → `2009-03-12`; null if it is not a day of the calendar */
export const dayOfSource = (text: string | null): string | null => {
  const [, year, month, day] = /^(\d{4})[-.]?(\d{2})[-.]?(\d{2})/.exec(text ?? '') ?? [];
  const written = `${year}-${month}-${day}`;
  const date = new Date(`${written}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null;
};

/** The patient as the source names her. An impossible birth date counts as not stated. */
export const personOfSource = (
  { sourceName, sourceBirthDate, sourceSex }: SourceColumns,
  now: Date,
): Person => {
  const name = Name.safeParse(readableName(sourceName ?? '') ?? '');
  const birthDate = Birthday.safeParse(dayOfSource(sourceBirthDate));
  const isPast = birthDate.success && birthDate.data <= dayIn('UTC', now);
  return {
    name: name.success ? name.data : null,
    birthDate: isPast ? birthDate.data : null,
    sex: SEXES[sourceSex?.trim().toUpperCase() ?? ''] ?? null,
  };
};
