import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listOpenDeliveries } from '../ledger/deliveries.ts';
import { openLedger } from '../ledger/ledger.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { writeImage } from '../testing/dicom-files.ts';
import { type FolderScan, folderScanner } from './folder-scan.ts';
import { recordStudy } from './record-study.ts';

/** A watched folder, and `after`, which advances the clock and scans it. */
function setUp() {
  const home = temporaryFolder();
  const root = join(home, 'export');
  mkdirSync(root);
  const ledger = openLedger(home, 'test');
  let ms = 0;
  const scan = folderScanner({ root, quietMs: 30_000, ledger, now: () => ms });
  const after = async (seconds: number): Promise<FolderScan> => {
    ms += seconds * 1000;
    return scan();
  };
  return { root, ledger, after };
}
const namesIn = ({ complete }: FolderScan) =>
  [...complete].map(([uid, files]) => [uid, files.map(({ name }) => name).sort()]);

test('a file is offered once it has not changed for the quiet time', async () => {
  const { root, after } = setUp();
  const path = writeImage(root, 'a/1.dcm', { sopUID: '1.1' });
  expect(namesIn(await after(0))).toEqual([]);
  expect(namesIn(await after(29))).toEqual([]);
  appendFileSync(path, Buffer.alloc(8));
  expect(await after(20)).toMatchObject({ pending: 1 });
  expect(namesIn(await after(29))).toEqual([]);
  expect(namesIn(await after(2))).toEqual([['1.2.3', ['a/1.dcm']]]);
});

test('a study waits while its folder is still written to, and does not delay other studies', async () => {
  const { root, after } = setUp();
  writeImage(root, 'a/s1/1.dcm', { sopUID: '1.1' });
  writeImage(root, 'b/1.dcm', { sopUID: '2.1', studyUID: '9.9' });
  await after(0);
  writeImage(root, 'a/s2/1.dcm', { sopUID: '1.2' });
  await after(20);
  expect(namesIn(await after(15))).toEqual([['9.9', ['b/1.dcm']]]);
  expect(namesIn(await after(20))).toEqual([
    ['1.2.3', ['a/s1/1.dcm', 'a/s2/1.dcm']],
    ['9.9', ['b/1.dcm']],
  ]);
});

test('files without the name of a patient become a separate delivery without a name', async () => {
  const { root, ledger, after } = setUp();
  writeImage(root, 's/1.dcm', { sopUID: '1.1', name: '' });
  writeImage(root, 's/2.dcm', { sopUID: '1.2' });
  writeImage(root, 's/3.dcm', { sopUID: '1.3', name: '^^' });
  await after(0);
  const { complete } = await after(31);
  for (const files of complete.values()) await recordStudy(ledger, '1.2.3', files);
  expect(listOpenDeliveries(ledger)).toMatchObject([
    { number: 1, pictures: 1, header: { name: 'Соколова Анна' } },
    { number: 2, pictures: 2, header: { name: null } },
  ]);
});

test('a file that is not DICOM is reported once, and read again after it has changed', async () => {
  const { root, after } = setUp();
  writeFileSync(join(root, 'viewer.exe'), 'MZ');
  writeFileSync(join(root, 'Thumbs.db'), 'x');
  await after(0);
  expect(await after(31)).toMatchObject({ notDicom: 1, pending: 0 });
  expect(await after(31)).toMatchObject({ notDicom: 0, pending: 0 });
  writeImage(root, 'viewer.exe', { sopUID: '1.1' });
  await after(0);
  expect(namesIn(await after(31))).toEqual([['1.2.3', ['viewer.exe']]]);
});

test('recorded files are not sent again from another folder, and changed files make a further delivery', async () => {
  const { root, ledger, after } = setUp();
  writeImage(root, 'Иванова Анна/s/1.dcm', { sopUID: '1.1' });
  writeImage(root, 'Иванова Анна/s/2.dcm', { sopUID: '1.2' });
  writeImage(root, 'Иванова Анна/t/2.dcm', { sopUID: '1.2' });
  const record = async ({ complete }: FolderScan) => {
    const [study] = complete;
    return study && recordStudy(ledger, ...study);
  };
  await after(0);
  expect(await record(await after(31))).toMatchObject({ number: 1, files: 2 });
  expect(ledger.prepare('select filename from files where partID is not null order by 1').all()).toEqual([
    { filename: '1.dcm' },
    { filename: '2.dcm' },
  ]);
  expect(namesIn(await after(31))).toEqual([]);

  writeImage(root, 'again/1.dcm', { sopUID: '1.1' });
  await after(0);
  expect(await record(await after(31))).toBeNull();

  writeImage(root, 'Иванова Анна/s/1.dcm', { sopUID: '1.1', text: 'исправлено' });
  await after(0);
  expect(await record(await after(31))).toMatchObject({ number: 2, files: 1 });
});

test('a study with a file that changes while it is read is not recorded, and a deleted file is no longer pending', async () => {
  const { root, ledger, after } = setUp();
  const path = writeImage(root, '1.dcm', { sopUID: '1.1' });
  await after(0);
  const { complete } = await after(31);
  appendFileSync(path, Buffer.alloc(2));
  await expect(recordStudy(ledger, '1.2.3', complete.get('1.2.3') ?? [])).rejects.toThrow('changed');
  expect(ledger.prepare('select * from parts').all()).toEqual([]);
  rmSync(path);
  expect(await after(31)).toMatchObject({ pending: 0 });
});
