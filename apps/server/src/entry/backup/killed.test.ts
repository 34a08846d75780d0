import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { S3StandIn } from '../../testing/s3-stand-in.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { bytesOf, rowsOf } from './centre.fixture.ts';
import { startEntryPoint, runEntryPoint } from '../entry-point.fixture.ts';
import { listBackups } from './folder.ts';
import { chooseBackup, restore } from './restore.ts';

const STUDIES = 5;
/** A study has two objects: itself and its picture. */
const OBJECTS = 2 * STUDIES;
/** When the power goes. */
const AFTER = 6;

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming'))
    .map(({ name }) => name);

test('a backup that was killed in its middle is begun again, and is whole without copying all anew', async () => {
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
    ...{ DATA_DIR: dataDir, DATABASE_URL: databaseURL, STORAGE_URL: storageURL, ARCHIVE_URL: archiveURL },
    ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' },
  };

  let given = 0;
  let isHeld = false;
  store.beforeGet = async () => {
    if (++given <= AFTER) return;
    isHeld = true;
    await new Promise(() => undefined);
  };
  const { child, ended } = startEntryPoint(settings, 'backup', 'backup', join(folder, 'saved'));
  const objects = join(folder, 'saved/objects/warm');
  await until(
    'the backup to be in its middle',
    async () => isHeld && (await filesIn(objects)).length >= AFTER,
  );
  child.kill('SIGKILL');
  expect((await ended).code).toBeNull();
  store.beforeGet = null;
  expect(await listBackups(join(folder, 'saved'))).toEqual([]);

  const again = await runEntryPoint(settings, 'backup', 'backup', join(folder, 'saved'));
  expect(again).toMatchObject({ code: 0, err: '' });
  expect(again.out).toContain(`Objects: ${OBJECTS}, of which ${OBJECTS - AFTER} copied now`);
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
