import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { commandInitiator, record } from '../../platform/audit/record.ts';
import { linkEvents } from '../../platform/audit/chain.ts';
import type { Context } from '../../platform/context.ts';
import { hashPassword } from '../../people/accounts/account-rows/passwords.ts';
import { enqueueMetadata, enqueueRendition } from '../../studies/objects/jobs.ts';
import { checkEmpty } from '../backup/load-database.ts';
import { checkExport } from './check-export.ts';
import type { Manifest } from './lists.ts';
import { loadObjects, loadStored } from './load-files.ts';
import { loadRows } from './load-rows.ts';
import { ExportProblem } from './problem.ts';

/**
 * Loads an export into an empty portal whose database has the migrations of the export. Files are written first and all
 * rows in one transaction at the end, so that an interrupted load leaves an empty portal and can be repeated. Ids and times
 * stay. Nobody has a password afterwards.
 */
export const loadPortal = async (
  context: Context,
  folder: string,
  print: (line: string) => void,
): Promise<Manifest> => {
  const path = resolve(folder);
  await checkEmpty(context.pool);
  const { manifest, bad } = await checkExport(path, print);
  if (bad > 0) throw new ExportProblem('The export is not as it was written. Nothing was loaded.');
  const work = join(context.config.dataDir, 'work', `load-${randomUUID()}`);
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    await loadStored(context, path);
    const objects = await loadObjects(context, path, work, print);
    const unknownPassword = await hashPassword(randomUUID());
    await loadRows(context.pool, path, { manifest, objects, unknownPassword });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  print(`Rows: ${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} loaded.`);
  return manifest;
};

/** Call after the migrations: records the load in the history, and queues what the viewer and DICOMweb need. */
export const finishLoad = async (context: Context): Promise<void> => {
  const { db, config } = context;
  await record(db, commandInitiator, { action: 'portal.load' });
  await linkEvents(db);
  const objects = await db
    .selectFrom('objects')
    .select(['id', 'studyInstanceUID'])
    .where('place', '=', 'warm')
    .execute();
  for (const { id, studyInstanceUID } of objects) {
    if (config.remoteViewer === 'web') await enqueueRendition(db, id);
    if (studyInstanceUID !== null) await enqueueMetadata(db, id);
  }
};
