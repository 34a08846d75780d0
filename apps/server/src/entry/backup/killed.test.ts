import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { S3StandIn } from '../../testing/outside/s3-stand-in.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { bytesOf, rowsOf } from './centre.fixture.ts';
import { startEntryPoint, runCommand } from '../entry-point.fixture.ts';
import { listBackups } from './folder.ts';
import { chooseBackup, restore } from './restore.ts';

const STUDIES = 5;
/** Each study has two objects: the study object and its picture. */
const OBJECTS = 2 * STUDIES;
/** How many objects are copied before the kill. */
const COPIED_BEFORE_KILL = 6;

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming'))
    .map(({ name }) => name);

test('a backup after a killed one is complete and does not copy the saved objects again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-killed-'));
  const store = new S3StandIn();
  const endpoint = await store.listen();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const portal = await startServer({ STORAGE_URL: `s3://bucket?endpoint=${endpoint}` });
  for (let count = 0; count < STUDIES; count++) await makeDoneStudy(portal);
  const { dataDir, databaseURL = '', storageURL, archiveURL } = portal.context.config;
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseURL,
    STORAGE_URL: storageURL,
    ARCHIVE_URL: archiveURL,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };

  let readCount = 0;
  let isBlocked = false;
  store.beforeGet = async () => {
    if (++readCount <= COPIED_BEFORE_KILL) return;
    isBlocked = true;
    await new Promise(() => undefined);
  };
  const { child, ended } = startEntryPoint(settings, 'commands/backup', 'backup', join(folder, 'saved'));
  const objects = join(folder, 'saved/objects/warm');
  await until(
    'the backup to have copied some objects',
    async () => isBlocked && (await filesIn(objects)).length >= COPIED_BEFORE_KILL,
  );
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  store.beforeGet = null;
  expect(await listBackups(join(folder, 'saved'))).toEqual([]);

  const again = await runCommand(settings, 'backup', 'backup', join(folder, 'saved'));
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain(`Objects: ${OBJECTS}, of which ${OBJECTS - COPIED_BEFORE_KILL} copied now`);
  expect(await listBackups(join(folder, 'saved'))).toHaveLength(1);
  expect(await readdir(join(folder, 'saved/backups'))).toHaveLength(1);
  const other = await startServer();
  await restore(
    other.context,
    join(folder, 'saved'),
    await chooseBackup(join(folder, 'saved'), undefined),
    () => undefined,
  );
  expect(await rowsOf(other.context.pool)).toEqual(await rowsOf(portal.context.pool));
  expect(await bytesOf(other.context)).toEqual(await bytesOf(portal.context));
});
