import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '../../platform/db/client.ts';
import { databaseURL } from '../../testing/portal/template-database.ts';
import { radiograph } from '../../testing/scans/dicom.ts';
import { sendFiles } from '../../testing/scans/sending.ts';
import { newFolder } from '../backup/backup.fixture.ts';
import { runCommand } from '../entry-point.fixture.ts';
import { startSmallPortal } from './small-portal.fixture.ts';

const createDatabase = async (): Promise<string> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(inject('databaseURL'), { max: 1 });
  await admin.query(`create database ${name}`);
  onTestFinished(async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return databaseURL(inject('databaseURL'), name);
};

test('the command exports a portal, checks the export and loads it into an empty database', async () => {
  const { server, assistant, flatID, patient } = await startSmallPortal();
  const { dataDir, databaseURL: url = '' } = server.context.config;
  const folder = await newFolder();
  const target = join(folder, 'export');
  // an upload that is still being sent
  const { studyID } = await server.make.study({ patient });
  await sendFiles(assistant, studyID, [radiograph()]);
  const exported = await runCommand({ DATA_DIR: dataDir, DATABASE_URL: url }, 'export', target);
  expect(exported).toMatchObject({ code: 2, err: '' });
  expect(exported.out).toContain('all data of all patients in clear');
  expect(exported.out).toContain('1 uploads have not become studies');
  expect(exported.out).not.toMatch(/Белова/);
  const other = { DATA_DIR: join(folder, 'other'), DATABASE_URL: await createDatabase() };
  expect(await runCommand(other, 'export', '--check', target)).toMatchObject({ code: 0, err: '' });
  expect(await runCommand(other, 'export', '--load', target)).toMatchObject({ code: 0, err: '' });
  const pool = openPool(other.DATABASE_URL, { max: 1 });
  onTestFinished(() => pool.end());
  const { rows } = await pool.query(
    'select status, object_id is not null as "hasFiles" from studies order by id',
  );
  expect(rows).toEqual([
    { status: 'done', hasFiles: true },
    { status: 'done', hasFiles: true },
    { status: 'in-work', hasFiles: false },
  ]);
  expect(flatID).toBe(2);
  const { rows: jobs } = await pool.query(
    "select from graphile_worker.jobs where task_identifier = 'make-rendition'",
  );
  expect(jobs).toHaveLength(2);
  const again = await runCommand(other, 'export', '--load', target);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('not empty')]);
}, 240_000);

test('wrong arguments print the usage', async () => {
  for (const args of [[], ['--check'], ['--check', '--load', '/tmp/x'], ['/tmp/x', '/tmp/y'], ['--what']]) {
    const { code, err } = await runCommand({}, 'export', ...args);
    expect(code, args.join(' ')).toBe(1);
    expect(err).toMatch(/Usage:|Unknown option/);
  }
}, 120_000);
