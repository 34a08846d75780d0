import { existsSync } from 'node:fs';
import { readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPool } from '../../../platform/db/client.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { startEmbedded } from '../../../platform/db/embedded/embedded.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';
import { makeDoneStudy } from '../../../studies/lifecycle/lifecycle.fixture.ts';
import { newIdentity } from '../age/keys.ts';
import { newFolder } from '../backup.fixture.ts';
import { planAndWait, runsOf, startWithFolder } from './scheduled.fixture.ts';

/** A portal with one study whose first backup is made. */
const startWithBackup = async (settings: Record<string, string> = {}) => {
  const portal = await startWithFolder(settings);
  portal.clock.freeze();
  await makeDoneStudy(portal);
  await portal.make.assistant();
  await portal.work('make-backup', 'test-restore');
  await planAndWait(portal);
  const testNow = async () => {
    await planAndWait(portal, 'test-restore');
    return (await runsOf(portal.context)).filter(({ kind }) => kind === 'restore-test').at(-1);
  };
  const scratch = join(portal.context.config.dataDir, 'restore-test');
  return { ...portal, testNow, scratch };
};

/** The path of the only file below a folder. */
const fileIn = async (folder: string): Promise<string> => {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const [file] = found.filter((entry) => entry.isFile());
  if (!file) throw new Error(`no file in ${folder}`);
  return join(file.parentPath, file.name);
};

/** Changes a setting of the running portal. */
const set = (config: Config, changed: Partial<Config>) => Object.assign(config, changed);

test('once a week the newest backup is restored into a scratch database, checked and removed', async () => {
  const portal = await startWithBackup();
  const { context, clock, testNow, scratch } = portal;
  const first = await testNow();
  expect(first).toMatchObject({ outcome: 'done', objectsCount: 2, badCount: 0, lacks: null, error: null });
  expect(first?.rowsCount).toBeGreaterThan(3);
  expect(existsSync(scratch)).toBe(false);
  for (let day = 1; day <= 6; day++) {
    clock.advance(DAY_MS);
    await planAndWait(portal);
    expect((await testNow())?.id).toBe(first?.id);
  }
  clock.advance(DAY_MS);
  await planAndWait(portal);
  const second = await testNow();
  expect(second?.id).not.toBe(first?.id);
  const backups = (await runsOf(context)).filter(({ kind }) => kind === 'backup');
  expect(second?.backup).toBe(backups.at(-1)?.backup);
}, 60_000);

test('a damaged object fails the restore test, which is repeated a day later', async () => {
  const portal = await startWithBackup();
  const { clock, folder, testNow } = portal;
  const objects = join(folder, 'objects/warm/studies');
  await writeFile(await fileIn(objects), 'something else');
  const failed = await testNow();
  expect(failed).toMatchObject({ outcome: 'failed', badCount: 1 });
  expect(failed?.error).toMatch(/^Копия повреждена/);
  expect((await testNow())?.id).toBe(failed?.id);
  clock.advance(DAY_MS);
  // the copy that is missing is made again
  await rm(objects, { recursive: true });
  await planAndWait(portal);
  expect(await testNow()).toMatchObject({ outcome: 'done', badCount: 0 });
}, 60_000);

test('damaged rows fail the restore test', async () => {
  const { folder, testNow } = await startWithBackup();
  const [backup = ''] = await readdir(join(folder, 'backups'));
  await truncate(join(folder, 'backups', backup, 'tables/accounts.gz'), 10);
  const failed = await testNow();
  expect(failed).toMatchObject({ outcome: 'failed', objectsCount: null });
  expect(failed?.error).toMatch(/^Копия повреждена/);
});

test('an encrypted backup without its private key is checked as far as possible, and the record says so', async () => {
  const { recipient, file } = newIdentity(new Date());
  const portal = await startWithBackup({ BACKUP_RECIPIENT: recipient });
  const { context, clock, folder, testNow } = portal;
  expect(await testNow()).toMatchObject({
    outcome: 'incomplete',
    lacks: 'key',
    objectsCount: 2,
    badCount: 0,
  });
  const identity = join(await newFolder(), 'identity.txt');
  await writeFile(identity, file);
  set(context.config, { backupIdentity: identity });
  clock.advance(8 * DAY_MS);
  await planAndWait(portal);
  const whole = await testNow();
  expect(whole).toMatchObject({ outcome: 'done', lacks: null, objectsCount: 2 });
  set(context.config, { backupIdentity: undefined });
  clock.advance(8 * DAY_MS);
  await planAndWait(portal);
  await truncate(await fileIn(join(folder, 'objects/warm/studies')), 300);
  expect(await testNow()).toMatchObject({ outcome: 'failed', lacks: 'key', badCount: 1 });
}, 60_000);

test('with little space the rows are not restored, and the record says so', async () => {
  const { context, testNow, scratch } = await startWithBackup();
  set(context.config, { scratch: { ...context.config.scratch, minFreeBytes: 1e15 } });
  const tested = await testNow();
  expect(tested).toMatchObject({ outcome: 'incomplete', lacks: 'space', objectsCount: 2, badCount: 0 });
  expect(existsSync(scratch)).toBe(false);
});

test('what a killed test has left, a folder with a running database, is removed by the next one', async () => {
  const { testNow, scratch } = await startWithBackup();
  const left = await startEmbedded({ folder: scratch, settings: { fsync: 'off' } });
  expect(await testNow()).toMatchObject({ outcome: 'done' });
  expect(existsSync(scratch)).toBe(false);
  // another PostgreSQL may have been given the same port, but not this password
  await expect(startedAt(left.url)).rejects.toThrow();
}, 60_000);

const startedAt = async (url: string) => {
  const pool = openPool(url, { max: 1, min: 0 });
  try {
    return (await pool.query('select pg_postmaster_start_time() as at')).rows;
  } finally {
    await pool.end();
  }
};
