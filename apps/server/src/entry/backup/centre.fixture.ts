import { buffer } from 'node:stream/consumers';
import type { Pool } from 'pg';
import type { Context } from '../../platform/context.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import {
  makeDoneStudy,
  makeSegmentation,
  keysIn,
  maintainAndRunJobs,
  YEAR_MS,
} from '../../studies/lifecycle/lifecycle.fixture.ts';
import { examineArrivedBundles } from '../../studies/processing/bundles/examine-bundles.ts';
import { bundleOf, sendBundles } from '../../testing/scans/bundles.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { completeUploadOf, sendFiles, startUploadOf } from '../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { LEFT_OUT } from './save-database.ts';

/** The rows of all saved tables as text, sorted here, so that the order does not depend on the server's collation. */
export const rowsOf = async (pool: Pool): Promise<Record<string, string[]>> => {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
     and relname not like 'kysely_%' and relname <> all ($1) order by 1`,
    [LEFT_OUT],
  );
  const tables: Record<string, string[]> = {};
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(`select t::text as row from "${name}" t`);
    tables[name] = found.rows.map(({ row }) => row).sort();
  }
  return tables;
};

/** The objects of both stores: their bytes, as base64, by key. */
export const bytesOf = async ({
  storage,
  archive,
}: Pick<Context, 'storage' | 'archive'>): Promise<Map<string, string>> => {
  const found = new Map<string, string>();
  for (const store of [storage, archive]) {
    for (const prefix of ['studies/', 'archive/', 'pictures/', 'uploads/', 'segmentations/']) {
      for (const key of await keysIn(store, prefix)) {
        // backups do not contain the preview of an upload that is not processed
        if (key.endsWith('/preview.jpg')) continue;
        found.set(key, (await buffer(await store!.read(key))).toString('base64'));
      }
    }
  }
  return found;
};

/** Completes an upload of bundles that were examined as they arrived, and which now wait for a worker. */
const sendInBundles = async (server: TestServer, assistant: TestClient) => {
  const { studyID } = await server.make.study({ type: 'cbct' });
  const files = volume(4);
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const bundles = [bundleOf(files.slice(0, 2)), bundleOf(files.slice(2), { number: 1 })];
  await sendBundles(assistant, uploadUUID, bundles);
  await examineArrivedBundles(server.context, { uploadUUID }, new AbortController().signal);
  await completeUploadOf(assistant, uploadUUID, files);
};

/** A portal with done and archived studies, a segmentation, uploaded files and bundles that wait for a worker, and unsent letters. */
export const startBusyPortal = async (): Promise<TestServer> => {
  const server = await startServer();
  await makeBusy(server);
  return server;
};

/** Adds what `startBusyPortal` has to a portal. */
export const makeBusy = async (server: TestServer): Promise<void> => {
  await makeDoneStudy(server);
  server.clock.advance(YEAR_MS + 60_000);
  await maintainAndRunJobs(server);
  await makeSegmentation(server, await makeDoneStudy(server));
  const assistant = await server.as(await server.make.assistant({ name: 'Ольга\tПетровна \\ «О»' }));
  await assistant.post('/assistant/doctors', { name: 'Клиника', email: 'welcome@clinic.test' });
  const facts = { name: 'Клиника', patient: 'И. И. И.', type: 'rg', studyURL: 'http://portal.test' };
  await enqueueLetter(server.context.db, 'study-ready', { ofAccount: 'ready@clinic.test' }, facts);
  const { studyID } = await server.make.study();
  const files = volume(3);
  await completeUploadOf(assistant, await sendFiles(assistant, studyID, files), files);
  await sendInBundles(server, assistant);
};
