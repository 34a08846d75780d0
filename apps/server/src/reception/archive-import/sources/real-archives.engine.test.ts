import { spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readDicom } from '@snimok/imaging/dicom/read';
import { expect, onTestFinished, test } from 'vitest';
import { startOrthanc } from '../../../testing/outside/orthanc.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import type { Source } from './source.ts';
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
} from './sources.fixture.ts';

/** A file as dcmtk encodes it in JPEG Lossless. */
const losslessOf = async (file: Buffer): Promise<Buffer> => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'in.dcm'), file);
  const { status, stderr } = spawnSync('dcmcjpeg', ['+e1', '+ud', 'in.dcm', 'out.dcm'], { cwd: folder });
  expect([status, String(stderr)]).toEqual([0, '']);
  return readFile(join(folder, 'out.dcm'));
};

const COMPRESSED = '2.25.900';
const JPEG_LOSSLESS = '1.2.840.10008.1.2.4.70';

/** A study for each character set, one of three images without a patient ID from 1999, and a compressed one. */
const makeFiles = async (): Promise<Buffer[]> => [
  ...CHARACTER_SETS.map((characterSet, at) =>
    fileOf({ studyInstanceUID: `2.25.${at + 1}`, sopInstanceUID: `2.25.${at + 1}.1.1`, characterSet }),
  ),
  ...[1, 2, 3].map((number) =>
    fileOf({
      studyInstanceUID: '2.25.800',
      sopInstanceUID: `2.25.800.1.${number}`,
      patientID: '',
      studyDate: '19990101',
      sizeBytes: 400_000,
    }),
  ),
  await losslessOf(
    fileOf({ studyInstanceUID: COMPRESSED, sopInstanceUID: `${COMPRESSED}.1.1`, sizeBytes: 4_000 }),
  ),
];

const ALL_NAMES = CHARACTER_SETS.map(() => READABLE_NAME);
/**
 * Orthanc 1.10 answers C-FIND and QIDO-RS in its own default character set, Latin 1, and leaves out all other letters. Letters for
 * which the file states no character set are read as Latin 1, and can be repaired.
 */
const LATIN_ONLY = CHARACTER_SETS.map((set) => (set === '' ? READABLE_NAME : null));

/** Every file of a source by its SOP Instance UID. */
const filesOf = async (source: Source) => {
  const { studies, problems } = await readAll(source);
  expect(problems).toEqual([]);
  const files = new Map<string, Buffer>();
  for (const study of studies)
    for (const instance of await instancesOf(source, study))
      files.set(instance.sopInstanceUID!, await bytesOf(instance));
  return { studies, files };
};

const uidIn = (file: Buffer) => readDicom(file).sopInstanceUID!;
const pixelsOf = (file: Buffer) => {
  const { encoding } = readDicom(file);
  const { offset } = encoding.pixelData!;
  return sha256(file.subarray(offset));
};

/** `names`: the expected names of the studies in the four character sets. */
const expectStudies = async (source: Source, names: (string | null)[]) => {
  const { studies, files } = await filesOf(source);
  const byUID = new Map(studies.map((study) => [study.studyInstanceUID, study]));
  expect([...byUID.keys()].toSorted()).toEqual(
    ['2.25.1', '2.25.2', '2.25.3', '2.25.4', '2.25.800', COMPRESSED].toSorted(),
  );
  expect(CHARACTER_SETS.map((_, at) => byUID.get(`2.25.${at + 1}`)?.patientName)).toEqual(names);
  expect(byUID.get('2.25.800')).toMatchObject({ patientID: null, studyDate: '19990101', modalities: ['CT'] });
  return { studies, files };
};

test("every study of Debian's Orthanc arrives byte for byte by its REST API and by DICOMweb", async () => {
  const orthanc = await startOrthanc();
  const files = await makeFiles();
  for (const file of files) await orthanc.add(Uint8Array.from(file));
  const { user, password, url } = orthanc;
  const settings = [
    [{ kind: 'orthanc', url, user, password }, ALL_NAMES],
    [{ kind: 'dicomweb', url: `${url}/dicom-web`, token: null, user, password }, LATIN_ONLY],
  ] as const;
  for (const [one, names] of settings) {
    const found = await expectStudies(await openFor(one), [...names]);
    const hashes = new Map([...found.files].map(([uid, file]) => [uid, sha256(file)]));
    expect(hashes).toEqual(new Map(files.map((file) => [uidIn(file), sha256(file)])));
  }
});

/** A PACS encodes the data set again when it sends; pixels and transfer syntax stay. */
const expectSameImages = (found: Map<string, Buffer>, files: Buffer[]) => {
  const facts = (all: Iterable<Buffer>) =>
    new Map([...all].map((file) => [uidIn(file), [readDicom(file).transferSyntaxUID, pixelsOf(file)]]));
  expect(facts(found.values())).toEqual(facts(files));
  expect(readDicom(found.get(`${COMPRESSED}.1.1`)!).transferSyntaxUID).toBe(JPEG_LOSSLESS);
};

for (const retrieve of ['get', 'move'] as const)
  test(`every study of Debian's Orthanc arrives without being decoded by C-${retrieve.toUpperCase()}`, async () => {
    const movePort = await freePort();
    const orthanc = await startOrthanc({ movePort });
    const files = await makeFiles();
    for (const file of files) await orthanc.add(Uint8Array.from(file));
    const titles = { calledTitle: 'ORTHANC', callingTitle: 'SNIMOK', moveTitle: 'SNIMOK', movePort };
    const source = await openFor({
      kind: 'pacs',
      host: '127.0.0.1',
      port: orthanc.dicomPort,
      retrieve,
      ...titles,
    });
    const found = await expectStudies(source, LATIN_ONLY);
    expectSameImages(found.files, files);
  });

test('of an Orthanc that answers a part of a search, all studies are found by C-FIND and by DICOMweb', async () => {
  const { url, user, password, dicomPort, add } = await startOrthanc({ mostResults: 50 });
  for (let number = 1; number <= 120; number += 1) {
    const studyDate = String(20_160_101 + 100 * (number % 12) + (number % 28));
    const uid = `2.25.${number}`;
    await add(Uint8Array.from(fileOf({ studyInstanceUID: uid, sopInstanceUID: `${uid}.1.1`, studyDate })));
  }
  const titles = { calledTitle: 'ORTHANC', callingTitle: 'SNIMOK', moveTitle: null, movePort: null };
  for (const settings of [
    { kind: 'pacs', host: '127.0.0.1', port: dicomPort, retrieve: 'get', ...titles },
    { kind: 'dicomweb', url: `${url}/dicom-web`, token: null, user, password },
  ] as const) {
    const { studies } = await readAll(await openFor(settings));
    expect([settings.kind, new Set(studies.map(({ key }) => key)).size]).toEqual([settings.kind, 120]);
  }
});

/** dcmtk's dcmqrscp as a PACS with these files. */
const startDcmqrscp = async (files: Buffer[], movePort: number) => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'PACS'));
  const paths = await Promise.all(
    files.map(async (file, at) => {
      const path = join(folder, 'PACS', `${at}.dcm`);
      await writeFile(path, file);
      return path;
    }),
  );
  const port = await freePort();
  const config = `NetworkTCPPort = ${port}
MaxPDUSize = 16384
MaxAssociations = 16
HostTable BEGIN
snimok = (SNIMOK, 127.0.0.1, ${movePort})
HostTable END
VendorTable BEGIN
VendorTable END
AETable BEGIN
PACS ${join(folder, 'PACS')} RW (200, 1024mb) ANY
AETable END
`;
  await writeFile(join(folder, 'dcmqrscp.cfg'), config);
  expect(spawnSync('dcmqridx', [join(folder, 'PACS'), ...paths]).status).toBe(0);
  const child = spawn('dcmqrscp', ['+xs', '-c', join(folder, 'dcmqrscp.cfg')], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await until(
    'dcmqrscp to answer',
    () => spawnSync('echoscu', ['-aet', 'SNIMOK', '-aec', 'PACS', '127.0.0.1', String(port)]).status === 0,
  );
  return port;
};

const titlesOf = (movePort: number) => ({
  calledTitle: 'PACS',
  callingTitle: 'SNIMOK',
  moveTitle: 'SNIMOK',
  movePort,
});

test('every study of dcmqrscp arrives without being decoded by C-GET', async () => {
  const files = await makeFiles();
  const port = await startDcmqrscp(files, 1);
  const source = await openFor({ kind: 'pacs', host: '127.0.0.1', port, retrieve: 'get', ...titlesOf(1) });
  const { studies, files: found } = await filesOf(source);
  expect(studies.map(({ patientName }) => patientName)).toEqual(studies.map(() => READABLE_NAME));
  expectSameImages(found, files);
});

test('an instance that dcmqrscp cannot send by C-MOVE is an error of that instance', async () => {
  const movePort = await freePort();
  const files = await makeFiles();
  const port = await startDcmqrscp(files, movePort);
  const source = await openFor({
    kind: 'pacs',
    host: '127.0.0.1',
    port,
    retrieve: 'move',
    ...titlesOf(movePort),
  });
  const { studies } = await readAll(source);
  const compressed = studies.find(({ key }) => key === COMPRESSED)!;
  // by default dcmqrscp proposes only encodings without compression
  const [refused] = await instancesOf(source, compressed);
  await expect(bytesOf(refused!)).rejects.toThrow('A702H');
  const plain = studies.find(({ key }) => key === '2.25.800')!;
  const received = await Promise.all((await instancesOf(source, plain)).map(bytesOf));
  expect(received.map(uidIn)).toEqual(['2.25.800.1.1', '2.25.800.1.2', '2.25.800.1.3']);
  expect(received.map(pixelsOf)).toEqual(files.slice(4, 7).map(pixelsOf));
});
