import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { addJob } from '../../jobs/job-tables.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { deleteJobs, useUpAttempts } from '../../../testing/portal/queued-jobs.ts';
import { HOUR_MS } from '../../time-and-sizes/duration.ts';

const start = async () => {
  const server = await startServer();
  const metrics = async () => String((await server.nobody.get(`${server.address}/metrics`)).body).split('\n');
  return { ...server, metrics };
};

test('jobs are counted by state, and the worker measures their duration', async () => {
  const { context, metrics, work } = await start();
  const { db } = context;
  const nightly = { name: 'nobody-does-this', payload: '{}', maxAttempts: 1, priority: 0 };
  await addJob(db, { ...nightly, runAt: new Date(Date.now() - 90_000) });
  await addJob(db, nightly);
  await addJob(db, { ...nightly, runAt: new Date(Date.now() + HOUR_MS) });
  await addJob(db, { ...nightly, key: 'given up' });
  await useUpAttempts(db, { key: 'given up' });
  const lines = await metrics();
  expect(lines).toContain('snimok_jobs_due{task="nobody-does-this"} 2');
  expect(lines).toContain('snimok_jobs_later{task="nobody-does-this"} 1');
  expect(lines).toContain('snimok_jobs_running{task="nobody-does-this"} 0');
  expect(lines).toContain('snimok_jobs_failed{task="nobody-does-this"} 1');
  const oldest = lines.find((line) => line.startsWith('snimok_jobs_oldest_due_seconds'))?.split(' ')[1];
  expect(Number(oldest)).toBeGreaterThanOrEqual(90);

  // a deleted job is no longer counted
  await deleteJobs(db);
  expect((await metrics()).join()).not.toContain('nobody-does-this');

  await work();
  const done = 'snimok_job_duration_seconds_count{task="schedule-archive-and-purge",outcome="done"} ';
  await until('a finished job', async () => (await metrics()).some((line) => line.startsWith(done)));
});

test('unfinished uploads, disks, database connections and open WebSockets have metrics', async () => {
  const { as, make, address, metrics } = await start();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study();
  expect(await metrics()).toContain('snimok_uploads{status="uploading"} 0');
  expect((await assistant.post(`/assistant/studies/${studyID}/upload`)).status).toBeLessThan(300);
  const socket = new WebSocket(`${address.replace('http', 'ws')}/connection/websocket`);
  await new Promise((resolve) => socket.once('open', resolve));
  const lines = await metrics();
  expect(lines).toContain('snimok_uploads{status="uploading"} 1');
  expect(lines).toContain('snimok_uploads{status="processing"} 0');
  expect(lines).toContain('snimok_websockets 1');
  expect(lines).toContain('snimok_database_connections{state="waiting"} 0');
  for (const store of ['storage', 'archive']) {
    const free = lines.find((line) => line.startsWith(`snimok_storage_free_bytes{store="${store}"}`));
    expect(Number(free?.split(' ')[1])).toBeGreaterThan(0);
  }
  socket.close();
  await until('the end of the WebSocket', async () => (await metrics()).includes('snimok_websockets 0'));
});

test('every metric that the dashboard and the alert rules use exists', async () => {
  const { metrics, work } = await start();
  await work();
  const ops = join(import.meta.dirname, '../../../../../../ops');
  const files = ['grafana-dashboard.json', 'prometheus/alerts.yaml'];
  const texts = await Promise.all(files.map((file) => readFile(join(ops, file), 'utf8')));
  const used = texts.flatMap((text) => text.match(/\b(snimok|process|nodejs)_[a-z0-9_]+/g) ?? []);
  const existing = new Set((await metrics()).filter((line) => line.startsWith('# TYPE')).map(nameOf));
  expect(used.length).toBeGreaterThan(20);
  expect(used.filter((name) => !existing.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});

const nameOf = (line: string) => line.split(' ')[2];
