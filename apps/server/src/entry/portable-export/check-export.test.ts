import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { newFolder } from '../backup/backup.fixture.ts';
import { checkExport } from './check-export.ts';
import { contentOf, exportTo } from './portable-export.fixture.ts';
import { loadPortal } from './load-portal.ts';
import { startSmallPortal } from './small-portal.fixture.ts';

const quiet = () => undefined;

/** An export of the small portal, and the lines that its check prints. */
const exportSmall = async () => {
  const { server } = await startSmallPortal();
  const folder = join(await newFolder(), 'one');
  await exportTo(server, folder);
  const files = await contentOf(folder);
  const pathOf = (ending: string) => [...files.keys()].find((path) => path.endsWith(ending)) ?? '';
  const check = async () => {
    const lines: string[] = [];
    const { bad } = await checkExport(folder, (line) => lines.push(line));
    return { bad, lines: lines.slice(0, -1) };
  };
  return { server, folder, files, pathOf, check };
};

test('a check finds a changed, a missing and an unlisted file, and such an export is not loaded', async () => {
  const { folder, files, pathOf, check } = await exportSmall();
  expect(await check()).toEqual({ bad: 0, lines: [] });
  const slice = pathOf('S0001/I00002');
  const changed = Buffer.from(files.get(slice) ?? []);
  changed[changed.length - 1]! ^= 1;
  await writeFile(join(folder, slice), changed);
  const directory = pathOf('DICOMDIR');
  await rm(join(folder, directory));
  await writeFile(join(folder, 'data/more.ndjson'), '{}\n');
  const { bad, lines } = await check();
  expect(lines.toSorted()).toEqual([
    `CHANGED: ${slice}`,
    `MISSING: ${directory}`,
    'NOT LISTED: data/more.ndjson',
  ]);
  expect(bad).toBe(3);
  const other = await startServer();
  await expect(loadPortal(other.context, folder, quiet)).rejects.toThrow('not as it was written');
  expect((await other.context.pool.query('select from accounts')).rowCount).toBe(0);
}, 120_000);

test('a check finds a changed list of files, and a list with a path outside of the folder is refused', async () => {
  const { folder, check } = await exportSmall();
  await appendFile(join(folder, 'files.ndjson'), '{"path":"../../etc/passwd","sizeBytes":1,"sha256":""}\n');
  const lines: string[] = [];
  expect((await checkExport(folder, (line) => lines.push(line))).bad).toBe(1);
  expect(lines).toEqual(['CHANGED: files.ndjson']);
  await rm(join(folder, 'manifest.json'));
  await expect(check()).rejects.toThrow('no complete export');
}, 120_000);

test('an export is neither written into a folder with other files nor over a complete export', async () => {
  const { server, folder } = await exportSmall();
  await expect(exportTo(server, folder)).rejects.toThrow('has a complete export');
  const used = await newFolder();
  await writeFile(join(used, 'letter.txt'), '');
  await expect(exportTo(server, used)).rejects.toThrow('is not empty');
}, 120_000);

test('an export is not loaded into a portal in use', async () => {
  const { server, folder } = await exportSmall();
  await expect(loadPortal(server.context, folder, quiet)).rejects.toThrow('not empty');
}, 120_000);
