import type { ArchiveImportState } from '@snimok/contract/reception/archive-import-values';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { undoStudy } from './running/end-study.ts';
import { deleteClients, lockImport, updateImport } from './import-queries.ts';
import { enqueueImport, runImport } from './jobs.ts';
import { sentences } from './sentences.ts';
import { leaveOutOthers, listUnfinished, updateRow } from './study-queries.ts';

type Locked = Awaited<ReturnType<typeof lockImport>>;

const ENDED: readonly string[] = ['finished', 'stopped'] satisfies ArchiveImportState[];

/** Changes an import under its lock; a run that is in the middle of a study ends with its next transaction. */
const change = (
  { db }: Context,
  { by }: Caller,
  importID: number,
  action: 'archive.confirm' | 'archive.pause' | 'archive.resume' | 'archive.stop',
  work: (tx: Tx, found: Locked) => Promise<boolean>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const found = await lockImport(tx, importID);
    if (await work(tx, found)) await record(tx, by, { action, details: { importID } });
  });

/** A second confirmation changes nothing. */
export const confirmImport = (context: Context, caller: Caller, importID: number): Promise<void> =>
  change(context, caller, importID, 'archive.confirm', async (tx, { state, confirmedAt }) => {
    if (confirmedAt !== null) return false;
    if (state !== 'planned') throw conflict(state === 'planning' ? sentences.notPlanned : sentences.ended);
    const now = context.clock.now();
    const confirmed = { confirmedBy: accountOf(caller.who), confirmedAt: now };
    await updateImport(tx, importID, { state: 'running', ...confirmed });
    await enqueueImport(tx, runImport, importID);
    return true;
  });

export const pauseImport = (context: Context, caller: Caller, importID: number): Promise<void> =>
  change(context, caller, importID, 'archive.pause', async (tx, { state }) => {
    if (state === 'paused') return false;
    if (state !== 'running') throw conflict(sentences.notRunning);
    await updateImport(tx, importID, { state: 'paused', problem: null });
    return true;
  });

export const resumeImport = (context: Context, caller: Caller, importID: number): Promise<void> =>
  change(context, caller, importID, 'archive.resume', async (tx, { state }) => {
    if (state === 'running') return false;
    if (state !== 'paused') throw conflict(sentences.notPaused);
    await updateImport(tx, importID, { state: 'running', problem: null });
    await enqueueImport(tx, runImport, importID);
    return true;
  });

/** Studies whose files are not complete are removed; those in processing are still published. */
export const stopImport = (context: Context, caller: Caller, importID: number): Promise<void> =>
  change(context, caller, importID, 'archive.stop', async (tx, { state }) => {
    if (ENDED.includes(state)) return false;
    for (const begun of await listUnfinished(tx, importID)) {
      await undoStudy(context, tx, begun);
      await updateRow(tx, begun.id, { state: 'waiting', studyID: null, uploadUUID: null });
    }
    await leaveOutOthers(tx, importID);
    await deleteClients(tx, importID);
    await updateImport(tx, importID, { state: 'stopped', finishedAt: context.clock.now() });
    return true;
  });
