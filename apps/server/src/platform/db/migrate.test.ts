import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openContext } from '../open-context.ts';
import { startOtherAPI } from '../../testing/portal/other-process.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { completeUploadOf, waitUntilProcessed, sendFiles } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { databaseURL } from '../../testing/portal/template-database.ts';
import { openPool } from './client.ts';
import { migrate } from './migrate.ts';

const fixture = join(import.meta.dirname, 'migrate-in-child.fixture.ts');

/** Resolves to the exit code and standard error if the process fails, else to an empty string. */
const runProcess = (url: string, folder: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', fixture, url, folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (text: Buffer) => (errors += String(text)));
    child.once('error', reject).once('close', (code) => resolve(code === 0 ? '' : `${code}: ${errors}`));
  });

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const TOMORROW = '9999_of_tomorrow';
const WIDENING = `create table of_tomorrow (id bigint primary key, account_id bigint references accounts);
  alter table studies add of_tomorrow text; alter table accounts add of_tomorrow text not null default 'none';`;

/** A folder with our migrations and one of the next version. */
const newerFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-newer-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(MIGRATIONS, folder, { recursive: true });
  await writeFile(join(folder, `${TOMORROW}.sql`), WIDENING);
  return folder;
};

test('processes of two versions that start at once on an empty database all migrate it', async () => {
  const serverURL = inject('databaseURL');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(serverURL, { max: 1 });
  onTestFinished(() => admin.end());
  await admin.query(`create database ${name}`);
  onTestFinished(async () => void (await admin.query(`drop database ${name} with (force)`)));
  const folders = [MIGRATIONS, await newerFolder(), MIGRATIONS, await newerFolder(), MIGRATIONS];
  const processes = folders.map((folder) => runProcess(databaseURL(serverURL, name), folder));
  expect(await Promise.all(processes)).toEqual(['', '', '', '', '']);
});

test('a process serves requests and runs jobs on a database that a newer version has migrated, and logs that once', async () => {
  const server = await startServer();
  const { config, db, pool, log } = server.context;
  await migrate(db, pool, undefined, await newerFolder());
  const { context, close } = await openContext(config, log);
  onTestFinished(close);
  expect(server.logged.filter((line) => line.includes(TOMORROW))).toHaveLength(1);
  const older = await startOtherAPI({ context });
  await server.work();
  const { email, password } = await server.make.assistant();
  const { studyID } = await server.make.study();
  expect((await older.nobody.signIn(email, password)).status).toBe(200);
  const files = volume(3);
  const uploadUUID = await sendFiles(older.nobody, studyID, files);
  await completeUploadOf(older.nobody, uploadUUID, files);
  expect(await waitUntilProcessed(older.nobody, uploadUUID)).toMatchObject({ error: null });
});

test('a database with an unknown migration between known ones, or without a known one, is refused', async () => {
  const { db, pool } = (await startServer()).context;
  const migrateAgain = () => migrate(db, pool);
  await expect(migrateAgain()).resolves.toEqual({ newer: [] });
  await pool.query(`update kysely_migration set name = '0023_by_somebody' where name like '0023%'`);
  await expect(migrateAgain()).rejects.toThrow('0023_by_somebody');
  await pool.query(`update kysely_migration set name = '${TOMORROW}' where name = '0023_by_somebody'`);
  await expect(migrateAgain()).rejects.toThrow();
});
