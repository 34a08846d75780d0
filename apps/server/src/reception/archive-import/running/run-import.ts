import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Initiator } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { handle } from '../../../platform/jobs/jobs.ts';
import { StorageFull } from '../../../platform/outside/storage/storage.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { completeUpload } from '../../../studies/uploads/sending/uploads.ts';
import { findAuthor } from '../author.ts';
import { beginStudy, type ImportRun } from './begin-study.ts';
import { endProcessed, failStudy, type InProcessing } from './end-study.ts';
import {
  assertRun,
  claimImport,
  type ClaimedImport,
  deleteClients,
  RunEnded,
  updateImport,
} from '../import-queries.ts';
import { enqueueImport, runImport } from '../jobs.ts';
import { RETRY_MS } from '../planning/plan-import.ts';
import { RateLimit, waitsUntil } from './rate-and-hours.ts';
import { sendFiles } from './send-files.ts';
import { sentences } from '../sentences.ts';
import { openSourceOf } from '../source-of-import.ts';
import { SourceUnreachable } from '../sources/source-unreachable.ts';
import { findNext, leaveOutOthers, lockRow, type StudyOfImport, updateRow } from '../study-queries.ts';

/**
 * How many studies may be in processing at the same time; all but one of them wait. `least` studies always may. Up to `most` studies
 * may while their files have fewer than `bytes`, so that another study is ready after a small one. Uploads of assistants are processed
 * before all that wait.
 */
const MAX_IN_PROCESSING = { least: 2, most: 8, bytes: 64 * 1024 ** 2 };
const POLL_MS = 500;
/** The job ends after this time and is queued again, so that the other imports get their turn. */
const TURN_MS = 10 * 60_000;
/** How often a study is read again before it counts as unreadable. */
const MAX_FAILURES = 3;

/**
 * Imports studies until the hours end or its turn is over. May be killed at any point: the next run continues, because every step
 * is stored in a row before the next one begins. Only the run that has the import changes anything. @internal
 */
export const runImportOf = async (
  context: Context,
  { importID }: { importID: number },
  signal: AbortSignal,
): Promise<void> => {
  const { db, clock, log, config } = context;
  const row = await claimImport(db, importID, 'running', randomUUID());
  if (!row) return;
  const waits = waitsUntil(row, config.timeZone, clock.now());
  if (waits) return enqueueImport(db, runImport, importID, waits);
  const who = await findAuthor(db, row.creatorID);
  if (!who) return updateImport(db, importID, { state: 'paused', problem: 'author-without-rights' });
  const by: Initiator = { actor: { kind: 'account', accountID: row.creatorID }, address: null };
  try {
    const source = await openSourceOf(context, row);
    try {
      if (row.problem !== null) await updateImport(db, importID, { problem: null });
      await importAll(context, { row, who, by, source, signal });
    } finally {
      await source.close();
    }
  } catch (cause) {
    if (cause instanceof RunEnded) return;
    if (cause instanceof StorageFull) {
      log.warn({ importID }, 'an import is paused, because the store is full');
      return updateImport(db, importID, { state: 'paused', problem: 'disk-full' });
    }
    if (!(cause instanceof SourceUnreachable)) throw cause;
    log.warn({ importID, reason: cause.reason }, 'an archive to import from does not answer');
    await updateImport(db, importID, { problem: 'source-unreachable' });
    await enqueueImport(db, runImport, importID, after(clock.now(), RETRY_MS));
  }
};

const importAll = async (context: Context, run: ImportRun): Promise<void> => {
  const { db, clock, config } = context;
  const { row, signal } = run;
  const rate = new RateLimit(row.rateBytesSecond, clock);
  const failures = new Map<number, number>();
  const endsAt = after(clock.now(), TURN_MS);
  for (;;) {
    signal.throwIfAborted();
    const inProcessing = await endProcessed(context, row);
    const waits = waitsUntil(row, config.timeZone, clock.now());
    if (waits) return enqueueAgain(context, row, waits);
    if (clock.now() > endsAt) return enqueueAgain(context, row);
    const next = isBusy(inProcessing) ? undefined : await findNext(db, row.id);
    if (next) {
      await importStudy(context, run, next, rate, failures);
      continue;
    }
    if (inProcessing.studies === 0) return finish(context, row);
    await db.transaction().execute((tx) => assertRun(tx, row));
    await sleep(POLL_MS, undefined, { signal });
  }
};

const isBusy = ({ studies, bytes }: InProcessing): boolean =>
  studies >= MAX_IN_PROCESSING.most ||
  (studies >= MAX_IN_PROCESSING.least && bytes >= MAX_IN_PROCESSING.bytes);

const enqueueAgain = ({ db }: Context, row: ClaimedImport, runAt?: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await assertRun(tx, row);
    await enqueueImport(tx, runImport, row.id, runAt);
  });

/** Takes the next step of a study, and the others after it. A failure of the source is tried again before the study counts as failed. */
const importStudy = async (
  context: Context,
  run: ImportRun,
  study: StudyOfImport,
  rate: RateLimit,
  failures: Map<number, number>,
): Promise<void> => {
  const { db, log } = context;
  try {
    if (study.state === 'waiting') return await beginStudy(context, run, study);
    await sendFiles(context, run, study, rate);
    await complete(context, run, study);
  } catch (cause) {
    if (cause instanceof RunEnded || cause instanceof StorageFull || run.signal.aborted) throw cause;
    const count = (failures.get(study.id) ?? 0) + 1;
    failures.set(study.id, count);
    const isRefused = cause instanceof Problem && cause.status < 500;
    if (!isRefused) {
      // an archive that cannot be reached is not a failure of the study
      if (cause instanceof SourceUnreachable) throw cause;
      await (await openSourceOf(context, run.row)).close();
    }
    log.warn({ err: cause, importID: run.row.id, rowID: study.id }, 'a study of an archive was not imported');
    if (!isRefused && count < MAX_FAILURES) return;
    await db.transaction().execute(async (tx) => {
      await assertRun(tx, run.row);
      await failStudy(context, tx, study, isRefused ? cause.message : sentences.unreadable);
    });
  }
};

/** Closes the upload, unless an earlier run has. */
const complete = async (context: Context, { row, by }: ImportRun, study: StudyOfImport): Promise<void> => {
  const { db } = context;
  const uploadUUID = study.uploadUUID ?? '';
  const upload = await db
    .selectFrom('uploads')
    .select('status')
    .where('uuid', '=', uploadUUID)
    .executeTakeFirst();
  if (upload?.status === 'uploading')
    await completeUpload(context, by, uploadUUID, { finalFiles: 'all', ifRepeated: 'publish' });
  await db.transaction().execute(async (tx) => {
    await assertRun(tx, row);
    const { state } = await lockRow(tx, study.id);
    if (state === 'sending') await updateRow(tx, study.id, { state: 'processing' });
  });
};

const finish = ({ db, clock }: Context, row: ClaimedImport): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await assertRun(tx, row);
    await leaveOutOthers(tx, row.id);
    await deleteClients(tx, row.id);
    await updateImport(tx, row.id, { state: 'finished', finishedAt: clock.now() });
  });

export const runImportJob = handle(runImport, { pool: 'importing', run: runImportOf });
