import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { getDoctor } from '@snimok/contract/people/doctors';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../../platform/db/migrate.ts';
import { openSecrets } from '../../platform/secrets/secrets.ts';
import { makeDoneStudy, makeSegmentation } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { emptyDatabase } from '../../testing/portal/empty-database.ts';
import { S3StandIn } from '../../testing/outside/s3-stand-in.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareStudy } from '../../testing/callers/share.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { check, newFolder, nothingWrong, restoreInto, save } from './backup.fixture.ts';
import { bytesOf, rowsOf, startBusyPortal } from './centre.fixture.ts';
import { listBackups, pathOfBackup, readManifest } from './folder.ts';

const s3 = async (): Promise<{ STORAGE_URL: string; ARCHIVE_URL: string }> => {
  const bucket = new S3StandIn();
  const endpoint = encodeURIComponent(await bucket.listen());
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await bucket.close();
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const of = (prefix: string) => `s3://bucket/${prefix}?endpoint=${endpoint}&region=x`;
  return { STORAGE_URL: of('warm'), ARCHIVE_URL: of('cold') };
};

test('a restored portal has the rows and objects that were saved, in another database and kind of store', async () => {
  const portal = await startBusyPortal();
  const folder = await newFolder();
  expect((await save(portal, folder)).bad).toBe(0);

  const other = await startServer(await s3());
  await restoreInto(other, folder);
  const { letters, ...rows } = await rowsOf(other.context.pool);
  const saved = await rowsOf(portal.context.pool);
  expect(rows).toEqual({ ...saved, letters: undefined });
  expect(letters).toHaveLength(saved.letters?.length ?? 0);
  expect(await bytesOf(other.context)).toEqual(await bytesOf(portal.context));
  expect((await bytesOf(other.context)).size).toBeGreaterThan(6);
  expect(await check(other)).toMatchObject(nothingWrong);
  // external links and PINs are encrypted with the secret
  const secrets = await openSecrets(other.context.config);
  expect(secrets).toEqual(portal.context.secrets);
});

test('the restored portal runs the jobs that were pending', async () => {
  const portal = await startBusyPortal();
  const folder = await newFolder();
  await save(portal, folder);
  const other = await startServer();
  await restoreInto(other, folder);
  await other.work();
  await until('the letter', () => other.outbox.some(({ to }) => to === 'ready@clinic.test'));
  await until('the study', async () => {
    const found = await other.context.db.selectFrom('uploads').select(['status', 'error']).execute();
    return found.every(({ status, error }) => status === 'processed' && error === null);
  });
  // ids continue after the saved ones
  const made = await other.make.patient();
  const { rows } = await portal.context.pool.query<{ last: number }>('select max(id) as last from patients');
  expect(made.patientID).toBeGreaterThan(rows[0]?.last ?? 0);
  const keys = await other.context.pool.query("select 1 from pg_constraint where contype = 'f'");
  const before = await portal.context.pool.query("select 1 from pg_constraint where contype = 'f'");
  expect(keys.rowCount).toBe(before.rowCount);
});

test('passwords and links in unsent letters are not saved, and the restored portal asks to send the letters again', async () => {
  const portal = await startBusyPortal();
  const assistant = await portal.as(await portal.make.assistant());
  const { studyID } = await portal.make.study({ status: 'done' });
  const { token } = await shareStudy(assistant, studyID);
  const { password } = (
    await portal.context.db
      .selectFrom('letters')
      .select('facts')
      .where('template', '=', 'welcome')
      .executeTakeFirstOrThrow()
  ).facts as { password: string };
  const folder = await newFolder();
  const { path } = await save(portal, folder);
  for (const file of await readdir(path, { recursive: true })) {
    if (!file.endsWith('.gz')) continue;
    const saved = gunzipSync(await readFile(join(path, file))).toString();
    for (const secret of [password, token]) expect([file, saved.includes(secret)]).toEqual([file, false]);
  }
  const other = await startServer();
  await restoreInto(other, folder);
  const restored = await other.as({ ...(await other.make.assistant()) });
  const doctor = await other.context.db
    .selectFrom('accounts')
    .select('id')
    .where('email', '=', 'welcome@clinic.test')
    .executeTakeFirstOrThrow();
  const shown = async () =>
    responseOf(getDoctor, await restored.get(`/assistant/doctors/${doctor.id}`)).letter;
  expect(await shown()).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('Отправьте его заново'),
  });
  await other.work();
  await restored.patch(`/assistant/doctors/${doctor.id}/reset-password`);
  const letter = await until('the new letter', () =>
    other.outbox.find(({ to }) => to === 'welcome@clinic.test'),
  );
  expect(letter.text).toMatch(/Пароль: \w{14}/);
  expect(letter.text).not.toContain(password);
});

test('nothing is restored into a portal in use, from a damaged backup, or by an older version', async () => {
  const portal = await startServer();
  await makeDoneStudy(portal);
  const folder = await newFolder();
  const { path } = await save(portal, folder);
  await expect(restoreInto(portal, folder)).rejects.toThrow('not empty');
  await expect(restoreInto(portal, await newFolder())).rejects.toThrow('No complete backup');
  await expect(restoreInto(portal, folder, 'yesterday')).rejects.toThrow('No backup yesterday');

  const otherPortal = await startServer({ SECRET: 'another portal altogether' });
  await expect(restoreInto(otherPortal, folder)).rejects.toThrow('SECRET is not that of the portal');
  await expect(save(otherPortal, folder)).rejects.toThrow('another portal');

  const other = await startServer();
  const { db, pool } = other.context;
  await expect(migrate(db, pool, '9999_later')).rejects.toThrow('newer version');
  await expect(migrate(db, pool, '0001_accounts')).rejects.toThrow('older version');
  const savedTable = join(path, 'tables/accounts.gz');
  const bytes = await readFile(savedTable);
  await writeFile(savedTable, Buffer.concat([bytes.subarray(0, -9), Buffer.alloc(9)]));
  await expect(restoreInto(other, folder)).rejects.toThrow('tables/accounts.gz');
  expect((await pool.query('select 1 from accounts')).rowCount).toBe(0);
});

test('after a change of SECRET the next backup goes into the same folder, and both are restored', async () => {
  const folder = await newFolder();
  const before = 'the secret of last year';
  const after = 'the secret of this year';
  const portal = await startServer({ SECRET: before });
  const first = await save(portal, folder);
  const rotated = { ...portal.context.config, secret: after };
  const withConfig = (config: typeof rotated) => ({ ...portal, context: { ...portal.context, config } });
  await expect(save(withConfig(rotated), folder)).rejects.toThrow('SECRET_PREVIOUS');
  portal.clock.advance(1000);
  await save(withConfig({ ...rotated, previousSecrets: [before] }), folder);
  for (const name of [basename(first.path), undefined]) {
    const other = await startServer({ SECRET: after, SECRET_PREVIOUS: before });
    await restoreInto(other, folder, name);
    expect(await check(other)).toMatchObject(nothingWrong);
  }
});

test('a backup of an older version is restored and then migrated', async () => {
  const portal = await startServer();
  const folder = await newFolder();
  const older = await emptyDatabase('0007_audit');
  await older.pool.query(
    "insert into accounts (role, email, name, password_hash) values ('doctor', 'old@clinic.test', 'Анна', '')",
  );
  await save({ ...portal, context: { ...portal.context, ...older } }, folder);

  const newer = await emptyDatabase('0007_audit');
  await restoreInto({ ...portal, context: { ...portal.context, ...newer } }, folder);
  await migrate(newer.db, newer.pool);
  const { rows } = await newer.pool.query('select email, sought from accounts');
  expect(rows).toEqual([{ email: 'old@clinic.test', sought: ' анна old clinic test' }]);
});

test('a restore drops a segmentation whose file an earlier version did not save, so that it can be requested again', async () => {
  const portal = await startServer();
  const study = await makeDoneStudy(portal);
  await makeSegmentation(portal, study);
  const folder = await newFolder();
  await save(portal, folder);
  const [name = ''] = await listBackups(folder);
  const path = pathOfBackup(folder, name);
  const manifest = await readManifest(path);
  const file = join(path, manifest.objects.file);
  const objects = gunzipSync(await readFile(file)).toString();
  // the list of objects as an earlier version wrote it
  const earlier = objects.replace(/^warm\tsegmentations\/.*\n/m, '');
  expect(earlier).not.toBe(objects);
  const bytes = gzipSync(earlier);
  await writeFile(file, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const listed = { ...manifest.objects, sizeBytes: bytes.length, sha256 };
  await writeFile(join(path, 'manifest.json'), JSON.stringify({ ...manifest, objects: listed }));

  const other = await startServer();
  await restoreInto(other, folder);
  const { db } = other.context;
  expect(await db.selectFrom('segmentations').select('key').execute()).toEqual([]);
  expect(await db.selectFrom('studies').select('id').execute()).toEqual([{ id: study.studyID }]);
});
