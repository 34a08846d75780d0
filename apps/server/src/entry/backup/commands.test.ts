import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openPool } from '../../platform/db/client.ts';
import { S3StandIn } from '../../testing/outside/s3-stand-in.ts';
import { databaseURL } from '../../testing/portal/template-database.ts';
import { runCommand } from '../entry-point.fixture.ts';

test('backup and restore move a portal from the embedded database and files to PostgreSQL and S3', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-move-'));
  const dir = join(folder, 'saved');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const admin = openPool(inject('databaseURL'), { max: 1 });
  await admin.query(`create database ${name}`);
  const bucket = new S3StandIn();
  const endpoint = encodeURIComponent(await bucket.listen());
  onTestFinished(async () => {
    await bucket.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
    await rm(folder, { recursive: true, force: true });
  });
  const pc = { DATA_DIR: join(folder, 'pc') };
  const engines = {
    DATA_DIR: join(folder, 'engines'),
    DATABASE_URL: databaseURL(inject('databaseURL'), name),
    STORAGE_URL: `s3://bucket/warm?endpoint=${endpoint}`,
    ARCHIVE_URL: `s3://bucket/cold?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const args = ['add', '--role', 'assistant', '--email', 'olga@centre.test', '--name', 'Ольга'];
  expect((await runCommand(pc, 'account', ...args)).code).toBe(0);

  const saved = await runCommand(pc, 'backup', 'backup', dir, '--keep', '3');
  expect([saved.code, saved.err]).toEqual([0, '']);
  expect(saved.out).not.toMatch(/olga|Ольга/);
  const [backup = ''] = await readdir(join(dir, 'backups'));
  expect((await stat(join(dir, 'backups', backup, 'secret'))).mode & 0o777).toBe(0o600);

  const unset = await runCommand(pc, 'backup', 'backup');
  expect([unset.code, unset.err]).toEqual([
    1,
    expect.stringMatching(/^DIR is missing, and BACKUP_FOLDER is not set\n/),
  ]);
  const without = await runCommand({ ...pc, BACKUP_FOLDER: join(folder, 'none') }, 'backup', 'backup');
  expect([without.code, without.err]).toEqual([1, expect.stringContaining(join(folder, 'none'))]);
  expect((await runCommand({ ...pc, BACKUP_FOLDER: dir }, 'backup', 'backup')).code).toBe(0);
  expect(await readdir(join(dir, 'backups'))).toHaveLength(2);

  expect(await runCommand(engines, 'backup', 'restore', dir)).toMatchObject({ code: 0, err: '' });
  expect((await runCommand(engines, 'account', 'list')).out).toContain('olga@centre.test');
  expect(await runCommand(engines, 'backup', 'verify', '--quick')).toEqual({
    code: 0,
    out: '0 objects: 0 missing, 0 damaged, 0 orphans.\n',
    err: '',
  });
  const again = await runCommand(engines, 'backup', 'restore', dir);
  expect(again.code).toBe(1);
  expect(again.err).toMatch(/^This portal is not empty.*\n$/);
});

test('invalid arguments print the usage', async () => {
  for (const args of [[], ['restore'], ['backup', '/tmp/x', '--keep', 'all'], ['--what']]) {
    const { code, err } = await runCommand({}, 'backup', ...args);
    expect(code, args.join(' ')).toBe(1);
    expect(err).toMatch(/Usage:|Unknown option/);
  }
});
