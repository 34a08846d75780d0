import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { S3StandIn } from '../../testing/outside/s3-stand-in.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { withChangedStore } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { newFolder } from '../backup/backup.fixture.ts';
import { runCommand, startEntryPoint } from '../entry-point.fixture.ts';
import { checkExport } from './check-export.ts';
import { exportPortal } from './export-portal.ts';
import { contentOf, exportTo } from './portable-export.fixture.ts';
import { startSmallPortal } from './small-portal.fixture.ts';

const quiet = () => undefined;
/** The files that differ in every export, because they contain its own record, its time, or hashes of such files. */
const OWN = /^(manifest\.json|files\.ndjson|data\/audit(Events|Chain)\.ndjson)$/;

const comparable = async (folder: string) =>
  [...(await contentOf(folder))]
    .filter(([path]) => !OWN.test(path))
    .map(([path, bytes]) => [path, bytes.toString('base64')]);

test('an export that was killed after any number of objects continues, and is the same as one that was not', async () => {
  const store = new S3StandIn();
  const endpoint = await store.listen();
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await store.close();
  });
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key').stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  const { server } = await startSmallPortal({ STORAGE_URL: `s3://bucket?endpoint=${endpoint}` });
  const { dataDir, databaseURL = '', storageURL, archiveURL } = server.context.config;
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseURL,
    STORAGE_URL: storageURL,
    ARCHIVE_URL: archiveURL,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  const folder = join(await newFolder(), 'killed');
  for (const objectsBeforeKill of [0, 1, 2]) {
    let readCount = 0;
    let isBlocked = false;
    store.beforeGet = async () => {
      if (++readCount <= objectsBeforeKill) return;
      isBlocked = true;
      await new Promise(() => undefined);
    };
    const { child, ended } = startEntryPoint(settings, 'commands/export', folder);
    await until(`a read after ${objectsBeforeKill} objects`, async () => isBlocked);
    child.kill('SIGKILL');
    expect((await ended).code).toBeNull();
  }
  store.beforeGet = null;
  await expect(checkExport(folder, quiet)).rejects.toThrow('no complete export');
  const continued = await runCommand(settings, 'export', folder);
  expect(continued).toMatchObject({ code: 0, err: '' });
  // the four DICOM files of both studies were complete before
  expect(continued.out).toMatch(/of which 4 were there before/);
  expect((await checkExport(folder, quiet)).bad).toBe(0);
  const whole = join(await newFolder(), 'whole');
  await exportTo(server, whole);
  expect(await comparable(folder)).toEqual(await comparable(whole));
}, 240_000);

test('a continued export has neither the old name of a patient who was renamed nor a file that was deleted meanwhile', async () => {
  const { server, patient } = await startSmallPortal();
  const { context } = server;
  const folder = join(await newFolder(), 'one');
  const read = () => Promise.reject(new Error('the store does not answer'));
  await withChangedStore(context.storage, { read }, async () => {
    await expect(exportTo(server, folder)).rejects.toThrow('does not answer');
  });
  const pathsOf = async () => [...(await contentOf(folder)).keys()];
  expect(await pathsOf()).toContainEqual(expect.stringMatching(/^patients\/Белова_Вера_\d+\/.*I00001$/));
  await mkdir(join(folder, 'messages/9'), { recursive: true });
  await writeFile(join(folder, 'messages/9/deleted.pdf'), '');
  const { db } = context;
  await db.updateTable('patients').set({ name: 'Орлова Вера' }).where('id', '=', patient.patientID).execute();
  await exportTo(server, folder);
  const paths = await pathsOf();
  expect(paths.filter((path) => /Белова|deleted|unfinished/.test(path))).toEqual([]);
  expect(paths).toContainEqual(expect.stringMatching(/^patients\/Орлова_Вера_\d+\/.*I00001$/));
  expect((await checkExport(folder, quiet)).bad).toBe(0);
}, 120_000);

test('an export that the disk cannot hold is refused before anything is written', async () => {
  const { server } = await startSmallPortal();
  const folder = join(await newFolder(), 'one');
  const lines: string[] = [];
  const options = { folder, print: (line: string) => void lines.push(line), freeBytes: async () => 150e6 };
  await exportPortal(server.context, options);
  const full = { ...options, folder: `${folder}-2`, freeBytes: async () => 1e6 };
  await expect(exportPortal(server.context, full)).rejects.toThrow(
    /takes about .* 0\.001 GB are free\. That is not enough/,
  );
  expect(await contentOf(full.folder)).toEqual(new Map());
  expect(lines[1]).toMatch(
    /^The export takes about 0\.\d{3} GB, of which 0\.000 GB are written; 0\.150 GB are free\.$/,
  );
}, 120_000);
