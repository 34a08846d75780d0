import { chmod, cp, mkdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDirectory } from '@snimok/imaging/dicom/directory';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../testing/scans/zips.ts';
import {
  bytesOf,
  CHARACTER_SETS,
  fileOf,
  instancesOf,
  openFor,
  readAll,
  READABLE_NAME,
  sha256,
  temporaryFolder,
} from '../sources.fixture.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]);

/** A folder with these files, as a source. */
const sourceOf = async (files: Record<string, Uint8Array>) => {
  const folder = await temporaryFolder();
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), bytes);
  }
  return { folder, source: await openFor({ kind: 'folder', path: folder }) };
};

const image = (study: number, number: number, more = {}) =>
  fileOf({ studyInstanceUID: `2.25.${study}`, sopInstanceUID: `2.25.${study}.1.${number}`, ...more });

test('names are decoded from four character sets', async () => {
  const files = CHARACTER_SETS.map(
    (characterSet, at) => [`${at}.dcm`, image(at, 1, { characterSet })] as const,
  );
  const { source } = await sourceOf(Object.fromEntries(files));
  const { studies, problems } = await readAll(source);
  expect(problems).toEqual([]);
  expect(studies.map(({ patientName }) => patientName)).toEqual(Array(4).fill(READABLE_NAME));
  expect(studies[0]).toMatchObject({
    studyInstanceUID: '2.25.0',
    patientID: '1007',
    birthDate: '19800131',
    sex: 'M',
    studyDate: '20161121',
    studyTime: '101112',
    accessionNumber: 'A-17',
    modalities: ['CT'],
    instanceCount: 1,
    sizeBytes: files[0]![1].length,
  });
});

test('a study whose files are in two folders is given once, with each of its instances once', async () => {
  const { source, folder } = await sourceOf({
    'a/1.dcm': image(5, 1),
    'a/2.dcm': image(5, 2),
    'b/1-again.dcm': image(5, 1),
    'b/3.dcm': image(5, 3),
    'c/same-uid.dcm': image(5, 3, { studyDate: '20170101' }),
  });
  const { studies } = await readAll(source);
  expect(studies).toHaveLength(1);
  const instances = await instancesOf(source, studies[0]!);
  // two different files with one UID are both given
  expect(instances.map(({ key }) => key)).toEqual(['a/1.dcm', 'a/2.dcm', 'b/3.dcm', 'c/same-uid.dcm']);
  expect(await bytesOf(instances[0]!)).toEqual(image(5, 1));
  // a later run of the program finds the same by the key
  const later = await openFor({ kind: 'folder', path: folder });
  expect((await instancesOf(later, studies[0]!)).map(({ key }) => key)).toEqual(
    instances.map(({ key }) => key),
  );
});

test('files of two patients with the same Study Instance UID are two studies', async () => {
  const { source } = await sourceOf({
    'a/1.dcm': image(5, 1),
    'b/1.dcm': image(5, 2, { patientName: 'Орлова^Анна', patientID: '8' }),
  });
  const { studies } = await readAll(source);
  expect(studies.map(({ studyInstanceUID }) => studyInstanceUID)).toEqual(['2.25.5', '2.25.5']);
  expect(new Set(studies.map(({ patientName }) => patientName))).toEqual(
    new Set([READABLE_NAME, 'Орлова Анна']),
  );
});

test('a study without a patient ID and with a date of 1999 is given as it is', async () => {
  const { source } = await sourceOf({ '1.dcm': image(6, 1, { patientID: '', studyDate: '19990101' }) });
  const { studies } = await readAll(source);
  expect(studies).toMatchObject([{ patientID: null, studyDate: '19990101' }]);
});

test('plain images without DICOM files in their folder are a study of that folder', async () => {
  const { source } = await sourceOf({
    'Снимки/Иванов/1.jpg': JPEG,
    'Снимки/Иванов/2.png': JPEG,
    'mixed/1.dcm': image(7, 1),
    'mixed/logo.jpg': JPEG,
  });
  const { studies, problems } = await readAll(source);
  expect(studies.map(({ key, description }) => [key, description])).toEqual([
    [expect.stringMatching(/^2\.25\.7\//), null],
    ['folder:Снимки/Иванов', 'Иванов'],
  ]);
  expect(problems).toEqual([{ where: 'mixed/logo.jpg', reason: 'unsupported' }]);
  const instances = await instancesOf(source, studies[1]!);
  expect(instances.map(({ key, sopInstanceUID }) => [key, sopInstanceUID])).toEqual([
    ['Снимки/Иванов/1.jpg', null],
    ['Снимки/Иванов/2.png', null],
  ]);
});

test('damaged, foreign and linked files are reported, and links are not followed out of the folder', async () => {
  const outside = await temporaryFolder();
  await writeFile(join(outside, 'secret.dcm'), image(9, 1));
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'readme.txt'), 'hello');
  await writeFile(join(folder, 'broken.dcm'), image(8, 1).subarray(0, 200));
  await writeFile(join(folder, 'right.dcm'), image(8, 2));
  await symlink(outside, join(folder, 'folder-link'));
  await symlink(join(outside, 'secret.dcm'), join(folder, 'file-link.dcm'));
  await symlink(join(folder, 'right.dcm'), join(folder, 'inner-link.dcm'));
  const source = await openFor({ kind: 'folder', path: folder });
  const { studies, problems } = await readAll(source);
  expect(studies.map(({ studyInstanceUID, instanceCount }) => [studyInstanceUID, instanceCount])).toEqual([
    ['2.25.8', 1],
  ]);
  expect(problems.toSorted((one, other) => one.where.localeCompare(other.where))).toEqual([
    { where: 'broken.dcm', reason: 'unreadable' },
    { where: 'file-link.dcm', reason: 'unsupported' },
    { where: 'folder-link', reason: 'unsupported' },
    { where: 'readme.txt', reason: 'not-an-image' },
  ]);
});

test('files in ZIPs are found, and a ZIP that is damaged, encrypted or too dense is reported', async () => {
  const zip = await zipOf([
    { filename: 'x/1.dcm', bytes: image(10, 1) },
    { filename: 'x/2.dcm', bytes: image(10, 2) },
    { filename: 'notes.txt', bytes: Buffer.from('hello') },
  ]);
  const dense = await zipOf([{ filename: 'bomb', bytes: Buffer.alloc(101 * 10 ** 6) }]);
  const encrypted = Buffer.from(zip);
  // the flag of an encrypted entry, in the central directory
  for (
    let at = encrypted.indexOf('PK\x01\x02', 0, 'latin1');
    at >= 0;
    at = encrypted.indexOf('PK\x01\x02', at + 4, 'latin1')
  )
    encrypted[at + 8]! |= 1;
  const { source } = await sourceOf({
    'a.zip': zip,
    'b.zip': zip.subarray(0, zip.length - 30),
    'c.zip': encrypted,
    'd.zip': dense,
    'plain/3.dcm': image(10, 3),
  });
  const { studies, problems } = await readAll(source);
  expect(studies).toMatchObject([{ studyInstanceUID: '2.25.10', instanceCount: 3 }]);
  expect(problems).toEqual([
    { where: 'a.zip!/notes.txt', reason: 'not-an-image' },
    { where: 'b.zip', reason: 'unreadable' },
    { where: 'c.zip', reason: 'encrypted' },
    { where: 'd.zip', reason: 'unsupported' },
  ]);
  const instances = await instancesOf(source, studies[0]!);
  expect(await Promise.all(instances.map(async (one) => sha256(await bytesOf(one))))).toEqual(
    [1, 2, 3].map((number) => sha256(image(10, number))),
  );
});

/** A DICOMDIR that names the images of one series. */
const directoryOf = (files: { fileID: string[]; number: number }[], study = 11) =>
  writeDirectory(
    [
      {
        name: 'Щукин^Юрий^Ёлкович',
        id: '1007',
        studies: [
          {
            studyInstanceUID: `2.25.${study}`,
            date: '20161121',
            time: '101112',
            description: '',
            id: '1',
            accessionNumber: 'A-17',
            series: [
              {
                seriesInstanceUID: `2.25.${study}.1`,
                modality: 'CT',
                seriesNumber: 1,
                images: files.map(({ fileID, number }) => ({
                  fileID,
                  sopClassUID: '1.2.840.10008.5.1.4.1.1.2',
                  sopInstanceUID: `2.25.${study}.1.${number}`,
                  transferSyntaxUID: '1.2.840.10008.1.2.1',
                  instanceNumber: number,
                })),
              },
            ],
          },
        ],
      },
    ],
    { fileSetID: 'DISC', sopInstanceUID: '2.25.99' },
  );

const NAMED = [1, 2, 3, 4].map((number) => ({ fileID: ['IMAGES', `IM${number}`], number }));

test('a disc is read by its DICOMDIR, absent files are reported, and files that it does not name are found', async () => {
  const { source } = await sourceOf({
    'disc/DICOMDIR': directoryOf(NAMED),
    // a copy of a disc often has its names in small letters
    'disc/images/im1': image(11, 1),
    'disc/images/im2': image(11, 2),
    'disc/images/im4': image(11, 4),
    'disc/images/unnamed': image(11, 7),
  });
  const { studies, problems } = await readAll(source);
  expect(studies).toMatchObject([
    { studyInstanceUID: '2.25.11', instanceCount: 4, patientName: READABLE_NAME },
  ]);
  expect(problems).toEqual([{ where: 'disc/DICOMDIR: IMAGES/IM3', reason: 'unreadable' }]);
});

test('a DICOMDIR that names another study than its files is not trusted', async () => {
  const { source } = await sourceOf({
    DICOMDIR: directoryOf(NAMED.slice(0, 3)),
    'IMAGES/IM1': image(12, 1),
    'IMAGES/IM2': image(13, 2),
    'IMAGES/IM3': image(12, 3),
  });
  const { studies, problems } = await readAll(source);
  expect(problems).toEqual([]);
  expect(studies.map(({ studyInstanceUID, instanceCount }) => [studyInstanceUID, instanceCount])).toEqual([
    ['2.25.12', 2],
    ['2.25.13', 1],
  ]);
});

test('the files of the archive keep their permissions', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, '1.dcm'), image(14, 1));
  await writeFile(join(folder, 'a.zip'), await zipOf([{ filename: '2.dcm', bytes: image(14, 2) }]));
  for (const name of ['1.dcm', 'a.zip']) await chmod(join(folder, name), 0o600);
  const before = await Promise.all(['1.dcm', 'a.zip'].map((name) => stat(join(folder, name))));
  const source = await openFor({ kind: 'folder', path: folder });
  expect((await readAll(source)).studies).toMatchObject([{ instanceCount: 2 }]);
  const after = await Promise.all(['1.dcm', 'a.zip'].map((name) => stat(join(folder, name))));
  const ownership = ({ mode, uid, gid }: Awaited<ReturnType<typeof stat>>) => [mode, uid, gid];
  expect(after.map(ownership)).toEqual(before.map(ownership));
});

test('only folders that the operator permits can be named, and not the folders of the portal itself', async () => {
  const folder = await temporaryFolder();
  const other = await temporaryFolder();
  const elsewhere = openFor({ kind: 'folder', path: folder }, { IMPORT_FOLDERS: other });
  await expect(elsewhere).rejects.toMatchObject({
    name: 'SourceUnreachable',
    reason: expect.stringContaining('IMPORT_FOLDERS'),
  });
  await symlink('/etc', join(other, 'link'));
  const linked = openFor({ kind: 'folder', path: join(other, 'link') }, { IMPORT_FOLDERS: other });
  await expect(linked).rejects.toThrow('IMPORT_FOLDERS');
  const own = openFor({ kind: 'folder', path: folder }, { DATA_DIR: join(folder, 'data') });
  await expect(own).rejects.toThrow("portal's own files");
  await expect(openFor({ kind: 'folder', path: join(folder, 'none') })).rejects.toThrow('ENOENT');
});

test('a scan and the reading of a file stop when they are aborted', async () => {
  const { source, folder } = await sourceOf({ '1.dcm': image(15, 1), '2.dcm': image(15, 2) });
  const { studies } = await readAll(source);
  const [first] = await instancesOf(source, studies[0]!);
  const stop = AbortSignal.abort(new Error('stopped'));
  await expect(readAll(source, stop)).rejects.toThrow('stopped');
  // a file that disappears is an error of its instance
  await rm(join(folder, '1.dcm'));
  await expect(bytesOf(first!)).rejects.toThrow('ENOENT');
  await cp(join(folder, '2.dcm'), join(folder, '1.dcm'));
});
