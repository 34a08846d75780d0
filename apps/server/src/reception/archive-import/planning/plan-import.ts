import { randomUUID } from 'node:crypto';
import type { Actor } from '../../../platform/access/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { handle } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { findAuthor } from '../author.ts';
import {
  assertRun,
  claimImport,
  type ClaimedImport,
  insertProblem,
  RunEnded,
  updateImport,
} from '../import-queries.ts';
import { enqueueImport, planImport } from '../jobs.ts';
import { proposeFor } from './propose.ts';
import { Sample } from './sample.ts';
import { openSourceOf } from '../source-of-import.ts';
import type { Source, SourceStudy } from '../sources/source.ts';
import { SourceUnreachable } from '../sources/source-unreachable.ts';
import { insertRow, isPlanned, type SourceColumns } from '../study-queries.ts';

/** An archive that does not answer is tried again. */
export const RETRY_MS = 60_000;
const MAX_TEXT = 500;

/** PostgreSQL accepts no NUL and no lone surrogates. */
const cleanText = (text: string): string => text.replaceAll('\u0000', '').toWellFormed().slice(0, MAX_TEXT);
const cleanOrNull = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : cleanText(text.trim());

const columnsOf = (study: SourceStudy): SourceColumns => ({
  sourceKey: study.key,
  studyInstanceUID: cleanOrNull(study.studyInstanceUID),
  sourceName: cleanOrNull(study.patientName),
  sourcePatientID: cleanOrNull(study.patientID),
  sourceBirthDate: cleanOrNull(study.birthDate),
  sourceSex: cleanOrNull(study.sex),
  sourceStudyDate: cleanOrNull(study.studyDate),
  sourceStudyTime: cleanOrNull(study.studyTime),
  accessionNumber: cleanOrNull(study.accessionNumber),
  referringPhysician: cleanOrNull(study.referringPhysician),
  description: cleanOrNull(study.description),
  modalities: study.modalities.map(cleanText).slice(0, 50),
  instanceCount: study.instanceCount,
  sizeBytes: study.sizeBytes,
});

/**
 * The dry run. May be killed at any point and started again: studies that have a row are left as they are. Nothing is imported.
 */
const planImportOf = async (
  context: Context,
  { importID }: { importID: number },
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, log } = context;
  const row = await claimImport(db, importID, 'planning', randomUUID());
  if (!row) return;
  const who = await findAuthor(db, row.creatorID);
  if (!who) {
    await updateImport(db, importID, { state: 'stopped', problem: 'author-without-rights' });
    return;
  }
  try {
    const source = await openSourceOf(context, row);
    try {
      await updateImport(db, importID, { problem: null });
      await planAll(context, who, row, source, signal);
    } finally {
      await source.close();
    }
  } catch (cause) {
    if (cause instanceof RunEnded) return;
    if (!(cause instanceof SourceUnreachable)) throw cause;
    log.warn({ importID, reason: cause.reason }, 'an archive to import from does not answer');
    await updateImport(db, importID, { problem: 'source-unreachable' });
    await enqueueImport(db, planImport, importID, after(clock.now(), RETRY_MS));
  }
};

const planAll = async (
  context: Context,
  who: Actor,
  row: ClaimedImport,
  source: Source,
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock } = context;
  const sample = new Sample(source, signal);
  for await (const found of source.studies(signal)) {
    signal.throwIfAborted();
    if (!('key' in found)) {
      const problem = { importID: row.id, place: cleanText(found.where), reason: found.reason };
      await db.transaction().execute(async (tx) => {
        await assertRun(tx, row);
        await insertProblem(tx, problem);
      });
      continue;
    }
    if (await isPlanned(db, row.id, found.key)) continue;
    const columns = await sample.complete(columnsOf(found));
    const proposal = await proposeFor(context, who, row, source, columns, signal);
    await db.transaction().execute(async (tx) => {
      await assertRun(tx, row);
      await insertRow(tx, row.id, columns, proposal);
    });
  }
  await db.transaction().execute(async (tx) => {
    await assertRun(tx, row);
    const measuredBytesSecond = sample.bytesPerSecond ?? row.measuredBytesSecond;
    await updateImport(tx, row.id, { state: 'planned', plannedAt: clock.now(), measuredBytesSecond });
  });
};

export const planImportJob = handle(planImport, { pool: 'importing', run: planImportOf });
