import { expect, test } from 'vitest';
import { readDicomHeader } from './dicom-header.ts';
import { readFiles, summarise } from './inspect-files.ts';

const inspectFiles = async (...given: Parameters<typeof readFiles>) => summarise(await readFiles(...given));

const text = (value: string, label = 'utf-8') => {
  if (label === 'utf-8') return new TextEncoder().encode(value);
  return Uint8Array.from(
    [...value].map((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : letter.charCodeAt(0) - 0x360)),
  );
};

function element(group: number, number: number, vr: string, value: Uint8Array): Uint8Array {
  const padded = value.length % 2 === 0 ? value : Uint8Array.from([...value, 0x20]);
  const header = new DataView(new ArrayBuffer(8));
  header.setUint16(0, group, true);
  header.setUint16(2, number, true);
  header.setUint8(4, vr.charCodeAt(0));
  header.setUint8(5, vr.charCodeAt(1));
  header.setUint16(6, padded.length, true);
  return Uint8Array.from([...new Uint8Array(header.buffer), ...padded]);
}

const number = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);

/** An explicit VR little-endian slice; the character set ISO_IR 144 is ISO 8859-5. */
function slice({
  series = '1.2.3',
  charset = 'ISO_IR 144',
  frames = '1',
  name = 'Иванов^Иван^Иванович',
} = {}): Uint8Array<ArrayBuffer> {
  const label = charset === 'ISO_IR 144' ? 'iso-8859-5' : 'utf-8';
  const parts = [
    new Uint8Array(128),
    text('DICM'),
    element(0x0002, 0x0010, 'UI', text('1.2.840.10008.1.2.1')),
    element(0x0008, 0x0005, 'CS', text(charset)),
    element(0x0008, 0x0060, 'CS', text('CT')),
    element(0x0010, 0x0010, 'PN', text(name, label)),
    element(0x0010, 0x0030, 'DA', text('19800131')),
    element(0x0020, 0x000e, 'UI', text(series)),
    element(0x0028, 0x0008, 'IS', text(frames)),
    element(0x0028, 0x0010, 'US', number(512)),
    element(0x0028, 0x0011, 'US', number(512)),
  ];
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

const chosen = (filename: string, ...parts: BlobPart[]) => ({ filename, file: new File(parts, filename) });
const neverAborted = new AbortController().signal;

test.each(['ISO_IR 144', 'ISO_IR 192'])('the header of a slice in %s is read', (charset) => {
  expect(readDicomHeader(slice({ charset }))).toMatchObject({
    patientName: 'Иванов Иван Иванович',
    birthday: '1980-01-31',
    modality: 'CT',
    seriesUID: '1.2.3',
    frameCount: 1,
  });
});

test('a PDF, an empty file and a file of zeros are not recognised as DICOM', () => {
  expect(readDicomHeader(text('%PDF-1.7 and so on and on and on'))).toBeNull();
  expect(readDicomHeader(new Uint8Array(0))).toBeNull();
  expect(readDicomHeader(new Uint8Array(4096))).toBeNull();
});

test('the findings of a folder count frames, series, patients and other files', async () => {
  const files = [
    chosen('1.dcm', slice()),
    chosen('2.dcm', slice()),
    chosen('3.dcm', slice({ series: '1.2.4', frames: '90' })),
    chosen('viewer.exe', 'MZ'),
  ];
  expect(await inspectFiles(files, neverAborted)).toMatchObject({
    fileCount: 4,
    frameCount: 92,
    seriesCount: 2,
    otherCount: 1,
    modalities: ['CT'],
    people: [{ name: 'Иванов Иван Иванович', birthday: '1980-01-31', sex: null }],
  });
});

test('the number of files and the patient of a ZIP are read through its central directory', async () => {
  const packed = await zipOf({
    'viewer/run.exe': text('MZ'),
    'DICOM/1.dcm': slice(),
    '__MACOSX/x': text('x'),
  });
  const findings = await inspectFiles([chosen('study.zip', packed)], neverAborted);
  expect(findings).toMatchObject({
    zipCount: 1,
    zippedFileCount: 2,
    brokenZips: [],
    people: [{ name: 'Иванов Иван Иванович', birthday: '1980-01-31', sex: null }],
  });
});

test('further patients in a ZIP are found among many files, even without a folder of their own', async () => {
  const first = slice();
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (let at = 100; at < 400; at++) files[`${at}.dcm`] = at < 380 ? first : slice({ name: 'Петров^Пётр' });
  files['DICOM/b/1.dcm'] = slice({ name: 'Сидорова^Анна' });
  const { people } = await inspectFiles([chosen('study.zip', await zipOf(files))], neverAborted);
  expect(people.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Иванов Иван Иванович', 'Петров Пётр', 'Сидорова Анна']),
  );
});

test('a volume of a vendor’s program is recognised in a ZIP of many files', async () => {
  const files: Record<string, Uint8Array<ArrayBuffer>> = {};
  for (let at = 100; at < 400; at++) files[`a/${at}.bin`] = text('other');
  files['a/250.inv'] = text('<INVFile>');
  const { vendorFiles } = await inspectFiles([chosen('study.zip', await zipOf(files))], neverAborted);
  expect(vendorFiles).toEqual([{ vendor: 'invivo', isVolume: true }]);
});

test('a broken ZIP is listed by name', async () => {
  const findings = await inspectFiles([chosen('study.zip', 'PK, but not quite')], neverAborted);
  expect(findings.brokenZips).toEqual(['study.zip']);
});

/**
 * A minimal ZIP of deflated entries; its checksums are zero, because the code under test does not compare
 * them.
 */
async function zipOf(files: Record<string, Uint8Array<ArrayBuffer>>): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let offset = 0;
  for (const [name, bytes] of Object.entries(files)) {
    const packing = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const packed = await new Response(packing).arrayBuffer();
    const nameBytes = text(name);
    const local = new DataView(new ArrayBuffer(30));
    local.setUint32(0, 0x04034b50, true);
    local.setUint16(8, 8, true);
    local.setUint16(26, nameBytes.length, true);
    const central = new DataView(new ArrayBuffer(46));
    central.setUint32(0, 0x02014b50, true);
    central.setUint16(10, 8, true);
    central.setUint32(20, packed.byteLength, true);
    central.setUint16(28, nameBytes.length, true);
    central.setUint32(42, offset, true);
    parts.push(local, nameBytes, packed);
    directory.push(central, nameBytes);
    offset += 30 + nameBytes.length + packed.byteLength;
  }
  const listed = new Blob(directory);
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint32(12, listed.size, true);
  end.setUint32(16, offset, true);
  return new Blob([...parts, listed, end]);
}

test('the sample is the middle image of the largest series, in whichever file it is', async () => {
  const files = [
    chosen('a.dcm', slice({ series: '1.1', frames: '4' })),
    chosen('b.dcm', slice({ series: '1.2', frames: '3' })),
    chosen('c.dcm', slice({ series: '1.2', frames: '6' })),
    chosen('d.jpg', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)),
  ];
  const { sample } = await inspectFiles(files, neverAborted);
  expect(sample).toEqual({ file: files[2]!.file, isDicom: true, frame: 1 });
  expect((await inspectFiles(files.slice(3), neverAborted)).sample).toEqual({
    file: files[3]!.file,
    isDicom: false,
    frame: 0,
  });
  expect((await inspectFiles([chosen('readme.txt', 'text')], neverAborted)).sample).toBeNull();
});
