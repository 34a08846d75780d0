import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '../../platform/db/client.ts';
import { startEmbedded } from '../../platform/db/embedded/embedded.ts';
import { openStorage } from '../../platform/outside/storage/opening-and-serving/open-storage.ts';
import { createURLSigner } from '../../platform/outside/storage/signed-url.ts';
import { startPostgres } from '../../testing/outside/postgres.ts';
import { startS3Server } from '../../testing/outside/s3-server.ts';
import { bytesOf, startBusyPortal, rowsOf } from './centre.fixture.ts';
import { runCommand } from '../entry-point.fixture.ts';

const signer = createURLSigner('a secret of the test');

/** The rows and objects of a portal with these settings. */
const contentsOf = async (databaseURL: string, storageURL: string, archiveURL: string) => {
  const pool = openPool(databaseURL, { max: 1 });
  try {
    const storage = await openStorage(storageURL, { signer });
    const archive = await openStorage(archiveURL, { signer });
    return { rows: await rowsOf(pool), objects: await bytesOf({ storage, archive }) };
  } finally {
    await pool.end();
  }
};

/** The passwords and links of unsent letters are not moved (`restore.test.ts`). */
const withoutLetters = ({ rows: { letters, ...rows }, objects }: Awaited<ReturnType<typeof contentsOf>>) => ({
  rows,
  objects,
  letterCount: letters?.length,
});

/** Starts Debian's PostgreSQL and a real S3 server, and returns a portal's settings for them. */
const startEngines = async () => {
  const [postgres, s3] = await Promise.all([startPostgres(), startS3Server()]);
  onTestFinished(async () => {
    await Promise.all([postgres.stop(), s3.stop()]);
    vi.unstubAllEnvs();
  });
  for (const [name, value] of Object.entries(s3.keys)) vi.stubEnv(name, value);
  const stores = { STORAGE_URL: s3.url('warm'), ARCHIVE_URL: s3.url('cold/deep') };
  return { DATABASE_URL: postgres.url, ...stores, ...s3.keys };
};

test('a portal moved to PostgreSQL and S3 and back has the same rows and objects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-move-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const portal = await startBusyPortal();
  const { dataDir, databaseURL = '', storageURL, archiveURL } = portal.context.config;
  const pc = { DATA_DIR: dataDir, DATABASE_URL: databaseURL };
  const before = await contentsOf(databaseURL, storageURL, archiveURL);
  expect(before.objects.size).toBeGreaterThan(6);

  const engines = { DATA_DIR: join(folder, 'engines'), ...(await startEngines()) };
  expect(await runCommand(engines, 'storage', 'setup')).toMatchObject({ code: 0, err: '' });
  const saved = join(folder, 'saved');
  expect(await runCommand(pc, 'backup', 'backup', saved)).toMatchObject({ code: 0, err: '' });
  expect(await runCommand(engines, 'backup', 'restore', saved)).toMatchObject({ code: 0, err: '' });
  const moved = await contentsOf(engines.DATABASE_URL, engines.STORAGE_URL, engines.ARCHIVE_URL);
  expect(withoutLetters(moved)).toEqual(withoutLetters(before));
  const verified = await runCommand(engines, 'backup', 'verify');
  expect(verified).toMatchObject({ code: 0, err: '' });
  expect(verified.out).toMatch(/^[1-9]\d* objects: 0 missing, 0 damaged, 0 orphans\.\n$/);

  const back = join(folder, 'back');
  const home = join(folder, 'home');
  expect(await runCommand(engines, 'backup', 'backup', back)).toMatchObject({ code: 0, err: '' });
  expect(await runCommand({ DATA_DIR: home }, 'backup', 'restore', back)).toMatchObject({ code: 0, err: '' });
  expect(await runCommand({ DATA_DIR: home }, 'backup', 'verify')).toEqual(verified);
  const database = await startEmbedded({ folder: home });
  onTestFinished(() => database.stop());
  const again = await contentsOf(database.url, `file:${home}/storage`, `file:${home}/archive`);
  expect(again).toEqual(moved);
}, 240_000);
