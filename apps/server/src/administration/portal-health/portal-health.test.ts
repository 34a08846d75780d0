import { getPortalHealth } from '@snimok/contract/administration/portal-health';
import { mkdir, rm } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { planAndWait, startWithFolder } from '../../entry/backup/scheduled/scheduled.fixture.ts';
import type { Context } from '../../platform/context.ts';
import { DAY_MS, HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { startServer } from '../../testing/portal/server.ts';
import { useUpAttempts } from '../../testing/portal/queued-jobs.ts';
import { addJob, findLastPlanning } from '../../platform/jobs/job-tables.ts';
import { reportProblems } from './report-problems.ts';
import { noBackupFolder } from './sentences.ts';

const MINUTE_MS = 60_000;

const check = (context: Context) => reportProblems.run(context, {}, new AbortController().signal);

/** An administrator's view of a portal that backs up; its clock does not move by itself. */
const start = async (settings: Record<string, string> = {}) => {
  const portal = await startWithFolder({ MAIL_URL: 'smtp://127.0.0.1:1', ...settings });
  portal.clock.freeze();
  const account = await portal.make.assistant({ name: 'Дарья', email: 'darya@centre.test' });
  const administrator = await portal.as(account);
  // signs in each time, since a session does not outlast the days that pass
  const health = async () =>
    responseOf(getPortalHealth, await (await portal.as(account)).get('/assistant/portal-health'));
  const line = async (name: string) => (await health()).lines.find(({ line }) => line === name);
  const letters = async () =>
    portal.context.db
      .selectFrom('letters')
      .select(['recipient', 'facts'])
      .where('template', '=', 'portal-health')
      .orderBy('id')
      .execute();
  /** Lets time pass with a check each quarter of an hour. */
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 15 * MINUTE_MS) {
      portal.clock.advance(15 * MINUTE_MS);
      await check(portal.context);
    }
  };
  return { ...portal, administrator, health, line, letters, pass };
};

test('the page reports backups, disks, queue, mail, certificates and versions, and «Сделать копию сейчас» makes a backup', async () => {
  const { administrator, health, line, work } = await start();
  const before = await health();
  expect(before.lines.map((one) => one.line)).toEqual(
    expect.arrayContaining(['backup', 'restore-test', 'disk-data', 'worker', 'queue', 'mail', 'versions']),
  );
  expect(before).toMatchObject({ canBackUp: true, isBackingUp: false, runs: [] });
  expect((await administrator.post('/assistant/portal-health/backups')).status).toBe(204);
  expect(await health()).toMatchObject({ isBackingUp: true });
  expect((await administrator.post('/assistant/portal-health/backups')).status).toBe(204);
  await work('make-backup');
  const runs = await until('the end of the backup', async () => {
    const { runs, isBackingUp } = await health();
    return !isBackingUp && runs;
  });
  expect(runs).toMatchObject([{ kind: 'backup', outcome: 'done', badCount: 0, note: null }]);
  expect(await line('backup')).toMatchObject({ state: 'ok', advice: null });
});

test('the page and the backup are refused to staff without the right', async () => {
  const { context, make, as } = await start();
  const account = await make.assistant();
  await context.db
    .updateTable('accounts')
    .set({ rights: ['studies', 'export'] })
    .where('id', '=', account.id)
    .execute();
  const other = await as(account);
  expect((await other.get('/assistant/portal-health')).status).toBe(403);
  expect((await other.post('/assistant/portal-health/backups')).status).toBe(403);
});

test('without BACKUP_FOLDER the page says so, no backup can be asked for, and no letter is sent', async () => {
  const { context, make, as, clock } = await startServer();
  clock.freeze();
  const administrator = await as(await make.assistant());
  const { lines, canBackUp } = responseOf(
    getPortalHealth,
    await administrator.get('/assistant/portal-health'),
  );
  expect(canBackUp).toBe(false);
  expect(lines.find(({ line }) => line === 'backup')).toMatchObject({ state: 'attention' });
  const refused = await administrator.post('/assistant/portal-health/backups');
  expect([refused.status, refused.body]).toEqual([409, { error: noBackupFolder }]);
  await check(context);
  const noted = await context.db
    .selectFrom('healthProblems')
    .select('line')
    .where('line', '=', 'backup')
    .execute();
  expect(noted).toEqual([]);
});

test('a failed backup is one letter, another after a week, and one when it is solved', async () => {
  const { context, letters, pass, folder, work, line, clock } = await start();
  await rm(folder, { recursive: true });
  await work('make-backup');
  await planAndWait({ context });
  expect(await line('backup')).toMatchObject({
    state: 'problem',
    summary: expect.stringContaining('Папки копий нет'),
  });
  await check(context);
  expect(await letters()).toEqual([]);
  // two workers check at the same time
  clock.advance(15 * MINUTE_MS);
  await Promise.all([check(context), check(context)]);
  const ofBackup = async () =>
    (await letters()).filter(({ facts }) => JSON.stringify(facts).includes('Резервная копия'));
  expect(await ofBackup()).toMatchObject([{ recipient: 'darya@centre.test' }]);
  await pass(6 * HOUR_MS);
  expect(await ofBackup()).toHaveLength(1);
  clock.advance(7 * DAY_MS);
  await check(context);
  expect(await ofBackup()).toHaveLength(2);
  await mkdir(folder);
  await planAndWait({ context });
  expect(await line('backup')).toMatchObject({ state: 'ok' });
  await check(context);
  expect(await ofBackup()).toHaveLength(2);
  await pass(75 * MINUTE_MS);
  expect((await ofBackup()).at(-1)?.facts).toMatchObject({
    solved: expect.arrayContaining(['Резервная копия', 'Диск резервных копий']),
  });
});

test('no backup for two days is a problem', async () => {
  const { context, clock, work, line } = await start();
  await work('make-backup');
  await planAndWait({ context });
  clock.advance(2 * DAY_MS - MINUTE_MS);
  expect(await line('backup')).toMatchObject({ state: 'ok' });
  clock.advance(2 * MINUTE_MS);
  expect(await line('backup')).toMatchObject({
    state: 'problem',
    advice: expect.stringContaining('двух суток'),
  });
});

test('jobs that wait or have failed need attention, and a worker that is silent is a problem', async () => {
  const { context, line } = await start();
  expect(await line('queue')).toMatchObject({ state: 'ok' });
  expect(await line('worker')).toMatchObject({ state: 'problem' });
  const waiting = { name: 'nobody-does-this', payload: '{}', maxAttempts: 1, priority: 0 };
  await addJob(context.db, { ...waiting, key: 'failed' });
  await useUpAttempts(context.db, { key: 'failed' });
  expect(await line('queue')).toMatchObject({
    state: 'attention',
    summary: expect.stringContaining('после всех попыток: 1'),
  });
  await addJob(context.db, { ...waiting, runAt: new Date(Date.now() - 2 * HOUR_MS) });
  expect(await line('queue')).toMatchObject({ state: 'problem' });
  expect((await findLastPlanning(context.db)).plannedAt).toBeNull();
});

test('a worker that was started for the first time is no problem until it should have planned its jobs', async () => {
  const { context, line } = await start();
  const registered = (age: string) =>
    context.pool.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since) values ('chain-audit', now() - $1::interval)
       on conflict (identifier) do update set known_since = excluded.known_since`,
      [age],
    );
  await registered('10 seconds');
  expect(await line('worker')).toMatchObject({ state: 'ok', summary: expect.stringContaining('Запущена') });
  await registered('5 minutes');
  expect(await line('worker')).toMatchObject({ state: 'problem' });
});

test('letters that are sent, refused or waiting are reported', async () => {
  const { context, clock, line } = await start();
  const letter = { template: 'welcome', recipient: 'a@b.test', facts: '{}', about: null };
  expect(await line('mail')).toMatchObject({ state: 'ok' });
  const now = clock.now();
  await context.db
    .insertInto('letters')
    .values({ ...letter, failedAt: now, createdAt: now })
    .execute();
  expect(await line('mail')).toMatchObject({ state: 'attention' });
  await context.db
    .insertInto('letters')
    .values({ ...letter, createdAt: new Date(now.getTime() - 2 * HOUR_MS) })
    .execute();
  expect(await line('mail')).toMatchObject({
    state: 'problem',
    summary: expect.stringContaining('минут: 120'),
  });
});

test('the metrics have the state of each line', async () => {
  const { nobody, address } = await start();
  const text = String((await nobody.get(`${address}/metrics`)).body);
  expect(text).toContain('snimok_health_state{line="worker"} 2');
  expect(text).toContain('snimok_health_state{line="versions"} 0');
});
