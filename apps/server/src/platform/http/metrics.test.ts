import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { enqueue, job } from '../jobs/jobs.ts';
import { startServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';

const scene = async () => {
  const server = await startServer();
  const figures = async () => String((await server.nobody.get(`${server.address}/metrics`)).body).split('\n');
  return { ...server, figures };
};

test('jobs are counted by what becomes of them, and timed by the worker that does them', async () => {
  const { context, figures, work } = await scene();
  const { db } = context;
  const nightly = job<Record<string, never>>('nobody-does-this', 1);
  await enqueue(db, nightly, {}, { runAt: new Date(Date.now() - 90_000) });
  await enqueue(db, nightly, {});
  await enqueue(db, nightly, {}, { runAt: new Date(Date.now() + 3_600_000) });
  await enqueue(db, nightly, {}, { key: 'given up' });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`.execute(
    db,
  );
  const lines = await figures();
  expect(lines).toContain('snimok_jobs_due{task="nobody-does-this"} 2');
  expect(lines).toContain('snimok_jobs_later{task="nobody-does-this"} 1');
  expect(lines).toContain('snimok_jobs_running{task="nobody-does-this"} 0');
  expect(lines).toContain('snimok_jobs_failed{task="nobody-does-this"} 1');
  const oldest = lines.find((line) => line.startsWith('snimok_jobs_oldest_due_seconds'))?.split(' ')[1];
  expect(Number(oldest)).toBeGreaterThanOrEqual(90);

  // what is gone is not counted any more
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  expect((await figures()).join()).not.toContain('nobody-does-this');

  await work();
  const done = 'snimok_job_duration_seconds_count{task="plan-looks",outcome="done"} ';
  await until('a job', async () => (await figures()).some((line) => line.startsWith(done)));
});

test('unfinished uploads, the disk, the database and open sockets have their figures', async () => {
  const { as, make, address, figures } = await scene();
  const assistant = await as(await make.assistant());
  const { studyID } = await make.study();
  expect(await figures()).toContain('snimok_uploads{status="uploading"} 0');
  expect((await assistant.post(`/assistant/studies/${studyID}/upload`)).status).toBeLessThan(300);
  const socket = new WebSocket(`${address.replace('http', 'ws')}/connection/websocket`);
  await new Promise((resolve) => socket.once('open', resolve));
  const lines = await figures();
  expect(lines).toContain('snimok_uploads{status="uploading"} 1');
  expect(lines).toContain('snimok_uploads{status="processing"} 0');
  expect(lines).toContain('snimok_websockets 1');
  expect(lines).toContain('snimok_database_connections{state="waiting"} 0');
  for (const store of ['storage', 'archive']) {
    const free = lines.find((line) => line.startsWith(`snimok_storage_free_bytes{store="${store}"}`));
    expect(Number(free?.split(' ')[1])).toBeGreaterThan(0);
  }
  socket.close();
  await until('the end of the socket', async () => (await figures()).includes('snimok_websockets 0'));
});

test('every figure that the dashboard and the alarms ask for is there', async () => {
  const { figures, work } = await scene();
  await work();
  const ops = join(import.meta.dirname, '../../../../../ops');
  const files = ['grafana-dashboard.json', 'prometheus/alerts.yaml'];
  const texts = await Promise.all(files.map((file) => readFile(join(ops, file), 'utf8')));
  const asked = texts.flatMap((text) => text.match(/\b(snimok|process|nodejs)_[a-z0-9_]+/g) ?? []);
  const known = new Set((await figures()).filter((line) => line.startsWith('# TYPE')).map(nameOf));
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
});

const nameOf = (line: string) => line.split(' ')[2];
