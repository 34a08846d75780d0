import { expect, test } from 'vitest';
import { type DirectoryPatient, writeDirectory } from './directory.ts';
import { itemsOf, readElementHeader, readElements } from './elements/elements.ts';
import { readDicom } from './read.ts';

const ENCODING = { explicit: true, bigEndian: false };
const ITEM = 0xfffee000;
/** Preamble, prefix, and the element with the length of the file meta information. */
const META_FROM = 144;

const image = (number: number) => ({
  fileID: ['DICOM', 'S0001', `I0000${number}`],
  sopClassUID: '1.2.840.10008.5.1.4.1.1.2',
  sopInstanceUID: `2.25.1${number}`,
  transferSyntaxUID: '1.2.840.10008.1.2.1',
  instanceNumber: number,
});
const series = (number: number, images: number[]) => ({
  seriesInstanceUID: `2.25.2${number}`,
  modality: 'CT',
  seriesNumber: number,
  images: images.map(image),
});
const study = (number: number, of: ReturnType<typeof series>[]) => ({
  studyInstanceUID: `2.25.3${number}`,
  date: '20261121',
  time: '101112',
  description: 'КЛКТ',
  id: String(number),
  accessionNumber: '',
  series: of,
});
const PATIENTS: DirectoryPatient[] = [
  {
    name: 'Ёлкин^Пётр',
    id: '7',
    studies: [study(1, [series(1, [1, 2, 3]), series(2, [4])]), study(2, [series(3, [5])])],
  },
  { name: 'Иванова^Анна', id: '8', studies: [study(3, [series(4, [6])])] },
];

/** The records as a reader finds them: by the offsets, which count from the beginning of the file. */
const follow = (file: Uint8Array) => {
  const view = new DataView(file.buffer, file.byteOffset);
  const from = META_FROM + view.getUint32(140, true);
  const { dataSet } = readElements(
    file,
    { from, to: file.length },
    ENCODING,
    new Set([0x00041200, 0x00041202, 0x00041220]),
  );
  const numberAt = (elements: typeof dataSet.elements, tag: number) =>
    view.getUint32(elements.get(tag)!.offset, true);
  const text = (elements: typeof dataSet.elements, tag: number) => {
    const found = elements.get(tag);
    if (!found) return '';
    const bytes = file.subarray(found.offset, found.offset + found.length);
    return new TextDecoder().decode(bytes).replace(/[\0 ]+$/, '');
  };
  const wanted = new Set([
    0x00041400, 0x00041420, 0x00041430, 0x00041500, 0x00100010, 0x0020000d, 0x0020000e,
  ]);
  const items = [...itemsOf(dataSet, dataSet.elements.get(0x00041220)!, wanted)];
  const recordAt = (offset: number) => {
    const header = readElementHeader(file, offset, ENCODING);
    expect(header?.tag).toBe(ITEM);
    const to = header!.offset + header!.length;
    return readElements(file, { from: header!.offset, to }, ENCODING, wanted).dataSet.elements;
  };
  const lines: string[] = [];
  const visit = (offset: number, depth: number): number => {
    let last = 0;
    for (let at = offset; at !== 0;) {
      const record = recordAt(at);
      const facts = [0x00041430, 0x00041500, 0x00100010, 0x0020000d, 0x0020000e].map((tag) =>
        text(record, tag),
      );
      lines.push(`${'  '.repeat(depth)}${facts.filter(Boolean).join(' ')}`);
      const lower = numberAt(record, 0x00041420);
      if (lower !== 0) visit(lower, depth + 1);
      last = at;
      at = numberAt(record, 0x00041400);
    }
    return last;
  };
  const last = visit(numberAt(dataSet.elements, 0x00041200), 0);
  expect(last).toBe(numberAt(dataSet.elements, 0x00041202));
  expect(lines).toHaveLength(items.length);
  return lines;
};

test('a reader that follows the offsets of a DICOMDIR finds every record at its level', () => {
  const file = writeDirectory(PATIENTS, { fileSetID: 'SNIMOK', sopInstanceUID: '2.25.99' });
  expect(follow(file)).toEqual([
    'PATIENT Ёлкин^Пётр',
    '  STUDY 2.25.31',
    '    SERIES 2.25.21',
    '      IMAGE DICOM\\S0001\\I00001',
    '      IMAGE DICOM\\S0001\\I00002',
    '      IMAGE DICOM\\S0001\\I00003',
    '    SERIES 2.25.22',
    '      IMAGE DICOM\\S0001\\I00004',
    '  STUDY 2.25.32',
    '    SERIES 2.25.23',
    '      IMAGE DICOM\\S0001\\I00005',
    'PATIENT Иванова^Анна',
    '  STUDY 2.25.33',
    '    SERIES 2.25.24',
    '      IMAGE DICOM\\S0001\\I00006',
  ]);
  expect(readDicom(file).transferSyntaxUID).toBe('1.2.840.10008.1.2.1');
});

test('a DICOMDIR without images has no records', () => {
  const file = writeDirectory([], { fileSetID: 'SNIMOK', sopInstanceUID: '2.25.99' });
  expect(readDicom(file).warnings).toEqual([]);
});
