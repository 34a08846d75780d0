import { DoubtfulDate, type ExaminedAt } from '@snimok/contract/studies/examined-at';
import { sql } from 'kysely';
import { z } from 'zod';

/** The columns of `studies` that say when the images were taken. */
export interface ExaminedColumns {
  examinedAt: Date | null;
  examinedOffset: number | null;
  examinedPrecision: string | null;
  examinedSource: string | null;
}

export const EXAMINED_COLUMNS = [
  'studies.examinedAt',
  'studies.examinedOffset',
  'studies.examinedPrecision',
  'studies.examinedSource',
] as const;

/** Stands for an unknown date in the indexes of 0138_examined_at.sql: earlier than every date. */
export const UNKNOWN_EXAMINATION = sql`timestamptz '0001-01-01 00:00:00+00'`;

const MINUTE_MS = 60_000;

const twoDigits = (number: number) => String(number).padStart(2, '0');

const offsetText = (minutes: number): string => {
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(distance / 60))}:${twoDigits(distance % 60)}`;
};

/** Null if it is unknown when the images were taken. */
export const presentExaminedAt = (study: ExaminedColumns): ExaminedAt | null => {
  const { examinedAt, examinedPrecision, examinedSource } = study;
  if (examinedAt === null) return null;
  const offset = study.examinedOffset ?? 0;
  const atMachine = new Date(examinedAt.getTime() + offset * MINUTE_MS).toISOString();
  return {
    day: atMachine.slice(0, 10),
    time: examinedPrecision === 'minute' ? atMachine.slice(11, 16) : null,
    offset: offsetText(offset),
    instant: examinedAt.toISOString(),
    source: examinedSource as ExaminedAt['source'],
  };
};

/** Empty while the files have not been searched for dates. */
export const presentDoubtfulDates = (stored: unknown): DoubtfulDate[] =>
  z.array(DoubtfulDate).parse(stored ?? []);
