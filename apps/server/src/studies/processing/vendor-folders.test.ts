import { gzipSync } from 'node:zlib';
import { getStudy } from '@snimok/contract/studies/studies';
import { getUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../testing/scans/dicom.ts';
import { completeUploadOf, type FileToSend, sendFiles, sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { filesIn, zipOf } from '../../testing/scans/zips.ts';

const file = (filename: string, content: string | Buffer): FileToSend => ({
  filename,
  bytes: Buffer.from(content),
});

const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(2000, 7)]);
const ONEVOLUME = [
  file(
    'Иванова SL/CT_1/CT_0.vol',
    Buffer.concat([Buffer.from('\0\0\0\x11JmVolumeVersion=1'), Buffer.alloc(9000)]),
  ),
  file('Иванова SL/CT_1/CtStatus.csv', 'WindowWidth,1000'),
  file('Иванова SL/OneVolumeViewer.exe', PROGRAM),
];
const GALILEOS = [
  file('Петров/77_vol_0', '<?xml version="1.0"?><ScanID>77</ScanID>'),
  ...[0, 1, 2].map((slice) => file(`Петров/77_vol_0_00${slice}`, gzipSync(Buffer.alloc(5000, slice)))),
  file('Петров/77.gwg', 'GWG'),
];
const INVIVO = [file('Сидоров.inv', "<INVFile version='2.0' byteOrder='LittleEndian'>\n<AppendedData>   _")];
const viewer = (path: string) => [file(path, PROGRAM)];

/** A portal with a worker. `newStudy` makes a CBCT study without files. */
const ready = async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const newStudy = async () => (await server.make.study({ type: 'cbct' })).studyID;
  const study = async (studyID: number) =>
    responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  /** Sends the files into a study of their own, and returns why it failed. */
  const fail = async (...files: FileToSend[]) => {
    const studyID = await newStudy();
    const { error } = await sendStudy(assistant, studyID, files);
    expect(await study(studyID)).toMatchObject({ status: 'in-work' });
    return error;
  };
  return { assistant, newStudy, study, fail };
};

const OWN_FORMAT = /^Папка программы (.+): её формат не опубликован, снимки прочитать нельзя\. Выгрузите /;
const NO_DICOM = /^Папка программы (.+): снимков в формате DICOM в ней нет\. Выгрузите /;

test('an upload of a vendor’s folder without DICOM says whose folder it is, and what to export', async () => {
  const { fail } = await ready();
  const folders: [string, RegExp, FileToSend[]][] = [
    ['OneVolume (i-Dixel)', OWN_FORMAT, ONEVOLUME],
    ['OneVolume (i-Dixel)', OWN_FORMAT, [file('Иванова.zip', await zipOf(ONEVOLUME))]],
    ['GALILEOS (SIDEXIS)', OWN_FORMAT, GALILEOS],
    ['InVivo (Anatomage)', OWN_FORMAT, INVIVO],
    ['i-CAT Vision (KaVo, ImageWorks)', NO_DICOM, viewer('iCATVision/iCATVision.exe')],
    ['Romexis (Planmeca)', NO_DICOM, viewer('Romexis_Viewer/start.exe')],
    ['CS 3D Imaging (Carestream)', NO_DICOM, viewer('CS3DViewer/CS3DViewer.exe')],
    ['NNT (NewTom)', NO_DICOM, viewer('NNT Viewer/NNT.exe')],
    ['Ez3D (EzDent, Vatech)', NO_DICOM, viewer('Ez3D-i/run.exe')],
  ];
  const said = await Promise.all(
    folders.map(async ([, sentence, files]) => sentence.exec((await fail(...files)) ?? '')?.[1]),
  );
  expect(said).toEqual(folders.map(([program]) => program));
});

test('a vendor’s folder with DICOM becomes a study that keeps its other files and flags its viewer', async () => {
  const { assistant, newStudy, study } = await ready();
  const studyID = await newStudy();
  const sent = [...volume(4, 'Иванова SL/DICOM'), ...ONEVOLUME, ...GALILEOS, ...INVIVO];
  expect(await sendStudy(assistant, studyID, sent)).toMatchObject({ status: 'processed', error: null });
  expect(await study(studyID)).toMatchObject({ status: 'done', imageCount: 4, contains: ['program'] });
  const { body } = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = body as { presignedURL: string };
  const kept = await filesIn(Buffer.from(await (await fetch(presignedURL)).arrayBuffer()));
  expect([...kept.keys()].toSorted()).toEqual(sent.map(({ filename }) => filename).toSorted());
  for (const { filename, bytes } of sent)
    expect([filename, kept.get(filename)?.equals(bytes)]).toEqual([filename, true]);
});

const NO_VOLUME = 'В файлах нет снимков. Для КЛКТ нужна серия DICOM.';

test('files that look like those of a vendor are neither unpacked nor inflated', async () => {
  const { fail } = await ready();
  const zeros = Buffer.alloc(64 * 1024 ** 2);
  const [archive, slices, longName] = await Promise.all([
    // a ZIP is no volume of InVivo, and only files that end with .zip are unpacked
    fail(file('scan.inv', await zipOf([file('bomb', zeros)]))),
    fail(file('1_vol_0_000', gzipSync(zeros))),
    fail(file(`${'iCATVision/'.repeat(90)}${'x'.repeat(30)}`, 'x')),
  ]);
  expect(archive).toBe(NO_VOLUME);
  expect(slices).toMatch(OWN_FORMAT);
  expect(longName).toMatch(NO_DICOM);
});

test('ten thousand files that are named as slices of a vendor are examined and refused', async () => {
  const { assistant, newStudy } = await ready();
  const many = Array.from({ length: 10_000 }, (_, at) => file(`${at}_vol_0_${at}`, 'no slice'));
  const sent = [file('many.zip', await zipOf(many))];
  const uploadUUID = await sendFiles(assistant, await newStudy(), sent);
  await completeUploadOf(assistant, uploadUUID, sent);
  const upload = async () => responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
  // a busy machine takes longer than `until` waits
  const options = { timeout: 200_000, interval: 500 };
  await expect.poll(upload, options).toMatchObject({ status: 'processed', error: NO_VOLUME });
});
