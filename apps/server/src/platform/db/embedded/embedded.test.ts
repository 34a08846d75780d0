import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkServer } from './check-server.ts';
import { type Embedded, startEmbedded } from './embedded.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { isPostmaster, readPidFile } from './postmaster.ts';

const QUICK = { fsync: 'off' };
let folder = '';
const children: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'snimok-embedded-'));
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await endPostmaster('SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('a first start creates a server that sorts Russian names and is private to this machine and user', async () => {
  const { url, port, reused, stop } = await startEmbedded({ folder });
  expect(reused).toBe(false);
  expect(new URL(url).port).toBe(String(port));
  const [facts] = await query(
    url,
    `SELECT current_setting('server_version_num')::int AS version, current_setting('fsync') AS fsync,
            current_setting('synchronous_commit') AS commit, current_setting('listen_addresses') AS listen,
            current_setting('unix_socket_directories') AS socket,
            (SELECT string_agg(n, ',' ORDER BY n COLLATE "ru-RU-x-icu") FROM unnest('{Ёлкин,Яшин,Ель}'::text[]) n) AS names`,
  );
  expect(facts).toEqual({
    version: expect.any(Number),
    fsync: 'on',
    commit: 'on',
    listen: '127.0.0.1',
    socket: '',
    names: 'Ёлкин,Ель,Яшин',
  });
  await expect(checkServer(url)).resolves.toBeUndefined();
  await expect(checkServer(url.replace(/app:[^@]+/, 'app:guess'))).rejects.toThrow(
    /password authentication failed/,
  );
  expect(statSync(path.join(folder, 'postgres.secret')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual([
    'postgres',
    'postgres.lock',
    'postgres.log',
    'postgres.secret',
  ]);
  await Promise.all([stop(), stop()]);
  expect(readPidFile(cluster())).toBeUndefined();
});

test('data written before a stop is there after the next start', async () => {
  const first = await startEmbedded({ folder, settings: QUICK });
  await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await first.stop();
  const second = await startEmbedded({ folder, settings: QUICK });
  expect(second.reused).toBe(false);
  expect(await query(second.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
  await second.stop();
});

test('if two processes start the server for the first time at once, one creates it and the other reuses it', async () => {
  const [one, other] = await Promise.all([startInChild(), startInChild()]);
  expect([one.reused, other.reused].sort()).toEqual([false, true]);
  expect(one.url).toBe(other.url);
  expect(await query(other.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a first start that is killed at any moment does not prevent the next', async () => {
  const unfinished = () => readdirSync(folder).find((name) => name.startsWith('postgres.init-'));
  const isBegun = () => unfinished() !== undefined;
  const hasCatalog = () => existsSync(path.join(folder, unfinished() ?? '', 'cluster/base/1'));
  const isCreated = () => existsSync(path.join(cluster(), 'PG_VERSION'));
  for (const [moment, hasCome] of Object.entries({ isBegun, hasCatalog, isCreated })) {
    const child = spawnStart();
    await until(moment, hasCome, 1);
    child.kill('SIGKILL');
  }
  const { url, stop } = await startEmbedded({ folder, settings: QUICK });
  expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await stop();
});

test('a server whose parent was killed is reused and can be stopped', async () => {
  const orphaned = await startInChild();
  await query(orphaned.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
  await kill(orphaned.child);
  const next = await startEmbedded({ folder, settings: QUICK });
  expect(next).toMatchObject({ reused: true, url: orphaned.url });
  const { pid } = readPidFile(cluster())!;
  await next.stop();
  expect(isPostmaster(pid, cluster())).toBe(false);
  expect(existsSync(path.join(cluster(), 'postmaster.pid'))).toBe(false);
});

test('no acknowledged row is lost when PostgreSQL is killed during commits', async () => {
  let server = await startEmbedded({ folder });
  await query(server.url, 'CREATE TABLE acknowledged (id bigint PRIMARY KEY)');
  const acknowledged: number[] = [];
  const of = (round: number, writer: number) => (id: number) =>
    Math.floor(id / 100_000) === round * 10 + writer;
  for (let round = 0; round < 4; round++) {
    const writers = Array.from({ length: 4 }, (_, writer) => write(server.url, writer, round, acknowledged));
    // each round leaves a log of another length
    await until('every writer to have written', () =>
      [0, 1, 2, 3].every((writer) => acknowledged.filter(of(round, writer)).length > 10 + 40 * round),
    );
    const { pid } = readPidFile(cluster())!;
    process.kill(pid, 'SIGKILL');
    await Promise.all(writers);
    server = await startEmbedded({ folder });
    expect(server.reused).toBe(false);
    const kept = new Set(
      (await query(server.url, 'SELECT id FROM acknowledged')).map(({ id }) => Number(id)),
    );
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  }
  expect(acknowledged.length).toBeGreaterThan(100);
  await server.stop();
});

test('a pid file left by a crash does not prevent a start when its pid belongs to another process', async () => {
  const first = await startEmbedded({ folder, settings: QUICK });
  const { pid } = readPidFile(cluster())!;
  process.kill(pid, 'SIGKILL');
  await waitUntilGone(pid);
  const pidFile = path.join(cluster(), 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(process.ppid)));
  const second = await startEmbedded({ folder, settings: QUICK });
  expect(second.reused).toBe(false);
  await first.stop(); // signals only the pid of the dead server
  expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await second.stop();
});

test('a start that fails throws one line with the reason and the path of the log', async () => {
  const error = await startEmbedded({ folder, settings: { shared_buffers: 'much' } }).catch(
    (cause) => cause as Error,
  );
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(
    /^The embedded PostgreSQL cannot start.*shared_buffers.*\/postgres\.log\.$/,
  );
  expect((error as Error).message).not.toContain('\n');
});

const cluster = () => path.join(folder, 'postgres');

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Inserts rows one by one until the connection breaks, and adds each acknowledged id to the list. */
async function write(url: string, writer: number, round: number, acknowledged: number[]) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    for (let row = 0; ; row++) {
      const id = round * 1_000_000 + writer * 100_000 + row;
      await client.query('INSERT INTO acknowledged VALUES ($1)', [id]);
      acknowledged.push(id);
    }
  } catch {
    await client.end().catch(() => {});
  }
}

function spawnStart() {
  const program = path.join(import.meta.dirname, 'start-in-child.fixture.ts');
  const child = spawn(process.execPath, [program, folder, 'off'], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function startInChild() {
  const child = spawnStart();
  const [line] = await once(createInterface(child.stdout!), 'line');
  return { child, ...(JSON.parse(line) as Pick<Embedded, 'url' | 'port' | 'reused'>) };
}

async function kill(child: ChildProcess) {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function waitUntilGone(pid: number) {
  while (isPostmaster(pid, cluster())) await sleep(5);
}

async function endPostmaster(signal: NodeJS.Signals) {
  const left = readPidFile(cluster());
  if (!left || !isPostmaster(left.pid, cluster())) return;
  process.kill(left.pid, signal);
  await waitUntilGone(left.pid);
}
