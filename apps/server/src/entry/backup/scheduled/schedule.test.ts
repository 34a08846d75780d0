import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDoneStudy, withChangedStore } from '../../../studies/lifecycle/lifecycle.fixture.ts';
import { StorageFull } from '../../../platform/outside/storage/storage.ts';
import { DAY_MS, HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { S3StandIn } from '../../../testing/outside/s3-stand-in.ts';
import { otherProcessContext } from '../../../testing/portal/other-process.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { startEntryPoint } from '../../entry-point.fixture.ts';
import { startWorker } from '../../worker-loop.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from '../backup.fixture.ts';
import { listBackups } from '../folder.ts';
import { pauseRemovals } from '../pause-removals.ts';
import { lastDueTime } from './due.ts';
import { plan, planAndWait, runsOf, startWithFolder } from './scheduled.fixture.ts';

test('the schedule uses the time zone of the centre, also when clocks change', () => {
  const due = (now: string, zone: string) => lastDueTime(new Date(now), 3 * 60, zone).toISOString();
  expect(due('2026-11-29T00:00:00Z', 'Europe/Moscow')).toBe('2026-11-29T00:00:00.000Z');
  expect(due('2026-11-28T23:59:59Z', 'Europe/Moscow')).toBe('2026-11-28T00:00:00.000Z');
  expect(due('2026-03-28T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-28T02:00:00.000Z');
  expect(due('2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
});

test('a worker backs up once a day, makes up a missed time, and keeps as many backups as set', async () => {
  const portal = await startWithFolder({ BACKUP_KEEP: '2' });
  const { context, clock, folder, work } = portal;
  clock.freeze();
  await makeDoneStudy(portal);
  await work('make-backup');
  await planAndWait(portal);
  await planAndWait(portal);
  expect(await listBackups(folder)).toHaveLength(1);
  expect(await runsOf(context)).toMatchObject([
    { kind: 'backup', outcome: 'done', objectsCount: 2, badCount: 0, error: null },
  ]);
  // three days without the portal: one backup is made up
  for (let day = 0; day < 3; day++) {
    clock.advance(3 * DAY_MS);
    await planAndWait(portal);
  }
  expect(await listBackups(folder)).toHaveLength(2);
  expect(await runsOf(context)).toHaveLength(4);
  const other = await startServer();
  await restoreInto(other, folder);
  expect(await check(other)).toMatchObject({ objects: 2, ...nothingWrong });
});

test('without BACKUP_FOLDER nothing is planned', async () => {
  const { context } = await startServer();
  await plan(context);
  expect(await listJobs(context.db, { key: 'make-backup' })).toEqual([]);
});

test('two workers make one backup', async () => {
  const portal = await startWithFolder();
  const { context, folder } = portal;
  const { dataDir } = context.config;
  const second = await otherProcessContext(portal, { config: { dataDir } });
  for (const one of [context, second]) {
    const worker = await startWorker(one, undefined, ['make-backup']);
    onTestFinished(() => worker.stop(), 20_000);
  }
  await Promise.all([plan(context), plan(second)]);
  await planAndWait(portal);
  expect(await listBackups(folder)).toHaveLength(1);
  expect(await runsOf(context)).toHaveLength(1);
});

test('a scheduled backup waits while npm run backup is running, and leaves no record of that', async () => {
  const portal = await startWithFolder();
  const { context, folder, work } = portal;
  const pause = await pauseRemovals(context.pool);
  await work('make-backup');
  await plan(context);
  await until('the job of the next minute', async () => {
    const [next, ...others] = await listJobs(context.db, { key: 'make-backup' });
    return next && others.length === 0 && next.runAt.getTime() > Date.now() + 30_000;
  });
  expect(await runsOf(context)).toEqual([]);
  await expect(save(portal, folder)).rejects.toThrow('Another backup of this portal is running.');
  await pause.release();
  expect(await listBackups(folder)).toEqual([]);
});

test('a missing folder, a file in its place, an unmounted disk and a full disk are recorded with what to do', async () => {
  const portal = await startWithFolder();
  const { context, clock, folder, work } = portal;
  clock.freeze();
  await makeDoneStudy(portal);
  await work('make-backup');
  const failure = async () => {
    clock.advance(2 * HOUR_MS);
    await planAndWait(portal);
    return (await runsOf(context)).at(-1)?.error;
  };
  await rm(folder, { recursive: true });
  expect(await failure()).toMatch(/^Папки копий нет/);
  expect(await readdir(join(folder, '..'))).not.toContain(folder.split('/').at(-1));
  await mkdir(folder);
  const full = () => Promise.reject(new StorageFull('the disk is full'));
  await withChangedStore(context.storage, { read: full }, async () =>
    expect(await failure()).toMatch(/закончилось место/),
  );
  expect(await readdir(join(folder, 'backups'))).toEqual([]);
  expect(await failure()).toBeNull();
  await rename(folder, `${folder}-unmounted`);
  await mkdir(folder);
  clock.advance(DAY_MS);
  expect(await failure()).toMatch(/Папка копий пуста/);
  expect(await readdir(folder)).toEqual([]);
  await rm(`${folder}-unmounted`, { recursive: true });
});

test('a failed backup is repeated an hour later, not each minute', async () => {
  const portal = await startWithFolder();
  const { context, clock, folder, work } = portal;
  clock.freeze();
  await rm(folder, { recursive: true });
  await work('make-backup');
  await planAndWait(portal);
  clock.advance(HOUR_MS - 60_000);
  await planAndWait(portal);
  expect(await runsOf(context)).toHaveLength(1);
  await mkdir(folder);
  clock.advance(2 * 60_000);
  await planAndWait(portal);
  expect((await runsOf(context)).map(({ outcome }) => outcome)).toEqual(['failed', 'done']);
});

test('runs older than a year are deleted', async () => {
  const portal = await startWithFolder();
  const { context, clock, work } = portal;
  await work('make-backup');
  await planAndWait(portal);
  const [first] = await runsOf(context);
  clock.advance(366 * DAY_MS);
  await planAndWait(portal);
  const left = await runsOf(context);
  expect(left).toHaveLength(1);
  expect(left[0]?.id).not.toBe(first?.id);
});

test('a worker that is killed in the middle of a backup is followed by another that completes it', async () => {
  const folder = await newFolder();
  const store = new S3StandIn();
  const endpoint = await store.listen();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await store.close();
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const STORAGE_URL = `s3://bucket?endpoint=${endpoint}`;
  const portal = await startServer({ STORAGE_URL, BACKUP_FOLDER: folder, SCRATCH_MIN_FREE: '1MB' });
  const { context } = portal;
  for (let count = 0; count < 3; count++) await makeDoneStudy(portal);
  const { dataDir, databaseURL = '', archiveURL } = context.config;
  const reached = Promise.withResolvers<void>();
  let isBlocking = true;
  let readCount = 0;
  store.beforeGet = async () => {
    if (!isBlocking || ++readCount <= 2) return;
    reached.resolve();
    await new Promise(() => undefined);
  };
  await plan(context);
  const { child, ended } = startEntryPoint(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseURL,
      STORAGE_URL,
      ARCHIVE_URL: archiveURL,
      BACKUP_FOLDER: folder,
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    'worker',
  );
  await reached.promise;
  child.kill('SIGKILL');
  await ended;
  expect(await listBackups(folder)).toEqual([]);
  expect(await runsOf(context)).toMatchObject([{ outcome: null, endedAt: null }]);
  isBlocking = false;
  await portal.work('make-backup');
  await until('the backup by another worker', async () => (await listBackups(folder)).length === 1);
  await until('its record', async () => (await runsOf(context)).at(-1)?.outcome === 'done');
  expect(await runsOf(context)).toMatchObject([
    { outcome: 'interrupted' },
    { outcome: 'done', objectsCount: 6 },
  ]);
}, 120_000);
