import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  bytesOf,
  header,
  LITTLE_EXPLICIT,
  latin,
  part10,
  type RawElement,
  rawElements,
} from '../testing/raw-dicom.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn } from '../testing/shared-files.ts';
import { DicomProblem } from './elements/problem.ts';
import { isDicom, readDicom } from './read.ts';
import { ITEM, TAG } from './elements/tags.ts';
import { TRANSFER_SYNTAX } from './elements/transfer-syntax.ts';

const { implicitLittleEndian, explicitLittleEndian, explicitBigEndian, deflatedLittleEndian } =
  TRANSFER_SYNTAX;
const IMPLICIT = { explicit: false, bigEndian: false };
const BIG_ENDIAN = { explicit: true, bigEndian: true };

const PATIENT: RawElement[] = [
  { tag: TAG.specificCharacterSet, vr: 'CS', value: 'ISO_IR 192' },
  { tag: TAG.modality, vr: 'CS', value: 'CT' },
  { tag: TAG.institutionName, vr: 'LO', value: new TextEncoder().encode('Центр') },
  { tag: TAG.referringPhysicianName, vr: 'PN', value: new TextEncoder().encode('Петров^Пётр') },
  { tag: TAG.patientName, vr: 'PN', value: new TextEncoder().encode('Иванов^Иван^Иванович') },
  { tag: TAG.patientBirthDate, vr: 'DA', value: '19800131' },
  { tag: TAG.rows, vr: 'US', value: [400] },
];
const EXPECTED = {
  modality: 'CT',
  rows: 400,
  institution: 'Центр',
  referringPhysician: 'Петров Пётр',
  patient: { name: 'Иванов Иван Иванович', birthDate: '1980-01-31' },
};

const problemOf = (bytes: Uint8Array, options = {}) => {
  try {
    readDicom(bytes, options);
    return null;
  } catch (error) {
    return error instanceof DicomProblem ? error.code : error;
  }
};

describe('a header is read in every encoding', () => {
  const explicit = rawElements(PATIENT);
  const meta = rawElements([{ tag: TAG.transferSyntaxUID, vr: 'UI', value: explicitLittleEndian }]);
  test.each([
    [
      'in implicit little endian',
      part10(implicitLittleEndian, rawElements(PATIENT, IMPLICIT)),
      implicitLittleEndian,
    ],
    ['in explicit little endian', part10(explicitLittleEndian, explicit), explicitLittleEndian],
    [
      'in explicit big endian',
      part10(explicitBigEndian, rawElements(PATIENT, BIG_ENDIAN)),
      explicitBigEndian,
    ],
    ['deflated', part10(deflatedLittleEndian, deflateRawSync(explicit)), deflatedLittleEndian],
    ['without preamble', bytesOf(latin('DICM'), meta, explicit), explicitLittleEndian],
    ['without preamble and prefix', bytesOf(meta, explicit), explicitLittleEndian],
    ['as a bare implicit data set', rawElements(PATIENT, IMPLICIT), implicitLittleEndian],
    ['as a bare explicit data set', explicit, explicitLittleEndian],
    ['as a bare big-endian data set', rawElements(PATIENT, BIG_ENDIAN), explicitBigEndian],
    [
      'in explicit although the transfer syntax is implicit',
      part10(implicitLittleEndian, explicit),
      implicitLittleEndian,
    ],
  ])('%s', (_, bytes, transferSyntaxUID) => {
    expect(readDicom(bytes)).toMatchObject({ ...EXPECTED, transferSyntaxUID });
  });
});

test('a file truncated in its last element is read up to that element, with a warning', () => {
  const complete = part10(explicitLittleEndian, rawElements(PATIENT));
  const file = readDicom(complete.subarray(0, complete.length - 1));
  expect(file).toMatchObject({ patient: EXPECTED.patient, rows: null });
  expect(file.warnings.join()).toContain('truncated');
});

test('elements after a sequence of undefined length, an odd length and an unknown sequence are read', () => {
  const sequence = [[{ tag: 0x00081150, vr: 'UI', value: '1.2' }], []];
  const nested = { tag: 0x00081140, vr: 'SQ', value: [[{ tag: 0x00081199, vr: 'SQ', value: sequence }]] };
  const inside = rawElements([nested], IMPLICIT).subarray(8);
  const unknown = bytesOf(header(0x00091010, 'UN', 0xffffffff, LITTLE_EXPLICIT), inside);
  const odd = bytesOf(header(0x00091011, 'LO', 3, LITTLE_EXPLICIT), latin('odd'));
  const rest = rawElements(PATIENT.slice(2));
  const bytes = part10(explicitLittleEndian, bytesOf(rawElements([nested]), unknown, odd, rest));
  expect(readDicom(bytes)).toMatchObject({ patient: EXPECTED.patient, rows: 400 });
});

test('a million nested sequences do not overflow the stack', () => {
  const level = bytesOf(
    header(0x00081140, 'SQ', 0xffffffff, LITTLE_EXPLICIT),
    header(ITEM, '', 0xffffffff, LITTLE_EXPLICIT),
  );
  const nest = new Uint8Array(level.length * 1_000_000);
  for (let at = 0; at < nest.length; at += level.length) nest.set(level, at);
  const first = rawElements([{ tag: TAG.modality, vr: 'CS', value: 'CT' }]);
  const whole = new Uint8Array(first.length + nest.length);
  whole.set(first);
  whole.set(nest, first.length);
  expect(readDicom(whole)).toMatchObject({ modality: 'CT' });
});

test('a deflate bomb is refused', () => {
  const bomb = part10(deflatedLittleEndian, deflateRawSync(new Uint8Array(5_000_000)));
  expect(problemOf(bomb, { maxInflatedBytes: 1_000_000 })).toBe('inflated-too-large');
});

test('files that are not DICOM are refused with `not-dicom`', () => {
  for (const bytes of [
    latin(''),
    latin('PK\u0003\u0004 a zip'),
    latin('%PDF-1.7 '.repeat(50)),
    new Uint8Array(1000),
  ]) {
    expect(isDicom(bytes)).toBe(false);
    expect(problemOf(bytes)).toBe('not-dicom');
  }
});

describe('names are decoded from their character set', () => {
  const named = (set: string, name: Uint8Array) =>
    readDicom(
      rawElements([
        { tag: TAG.specificCharacterSet, vr: 'CS', value: set },
        { tag: TAG.patientName, vr: 'PN', value: name },
        { tag: TAG.patientID, vr: 'LO', value: '7' },
      ]),
    );
  const ivanov5 = [0xb8, 0xd2, 0xd0, 0xdd, 0xde, 0xd2];
  const ivanov1251 = [0xc8, 0xe2, 0xe0, 0xed, 0xee, 0xe2];
  test.each([
    ['ISO_IR 144', bytesOf(ivanov5, latin('^A')), 'Иванов A'],
    ['ISO 2022 IR 6\\ISO 2022 IR 144', bytesOf(latin('Ivanov='), [0x1b], latin('-L'), ivanov5), 'Ivanov'],
    ['\\ISO 2022 IR 144', bytesOf([0x1b], latin('-L'), ivanov5, latin('^Ivan')), 'Иванов Ivan'],
    ['ISO_IR 100', latin('Jérôme'), 'Jérôme'],
    ['ISO_IR 192', new TextEncoder().encode('Ёлкина^Щука'), 'Ёлкина Щука'],
    ['GB18030', bytesOf([0xcd, 0xf5], latin('^'), [0xd0, 0xa1, 0xb6, 0xab]), '王 小东'],
    ['', Uint8Array.from(ivanov1251), 'Иванов'],
    ['ISO_IR 100', Uint8Array.from(ivanov1251), 'Иванов'],
    ['', new TextEncoder().encode('Иванов'), 'Иванов'],
  ])('%s', (set, name, expected) => {
    expect(named(set, name).patient.name).toBe(expected);
  });

  test('an unknown character set is replaced, with a warning', () => {
    const file = named('ISO_IR 9999', latin('Ivanov'));
    expect(file.patient.name).toBe('Ivanov');
    expect(file.warnings.join()).toContain('ISO_IR 9999');
  });

  test('control characters and those that change the writing direction are removed from names', () => {
    const forged = new TextEncoder().encode('Ива\u0000нов^\u202eИ\u0007ван\u001f');
    expect(named('ISO_IR 192', forged).patient.name).toBe('Ива нов И ван');
  });

  test('a name has family, given and middle name of its first non-empty group, without prefix and suffix', () => {
    expect(named('ISO_IR 6', latin('Adams^John^Quincy^Rev.^B.A.')).patient.name).toBe('Adams John Quincy');
    expect(named('ISO_IR 6', latin('=^^=Yamada^Tarou')).patient.name).toBe('Yamada Tarou');
    expect(named('ISO_IR 6', latin('^^^^')).patient.name).toBeNull();
  });
});

test('a decimal comma and the old date format are accepted, invalid numbers and dates are dropped', () => {
  const file = readDicom(
    rawElements([
      { tag: TAG.studyDate, vr: 'DA', value: '2024.02.29' },
      { tag: TAG.patientBirthDate, vr: 'DA', value: '19800231' },
      { tag: TAG.instanceNumber, vr: 'IS', value: '9'.repeat(40) },
      { tag: TAG.pixelSpacing, vr: 'DS', value: '0,25\\0,3' },
      { tag: TAG.rescaleIntercept, vr: 'DS', value: 'none' },
      { tag: TAG.rescaleSlope, vr: 'DS', value: '0' },
    ]),
  );
  expect(file).toMatchObject({ studyDate: '2024-02-29', takenOn: '2024-02-29', instanceNumber: null });
  expect(file).toMatchObject({ pixelSpacingMm: [0.25, 0.3], rescaleIntercept: 0, rescaleSlope: 1 });
  expect(file.patient.birthDate).toBeNull();
});

test('the geometry of a multi-frame object is read from the functional groups', () => {
  const decimals = (tag: number, value: string): RawElement => ({ tag, vr: 'DS', value });
  const group = (tag: number, element: RawElement): RawElement => ({ tag, vr: 'SQ', value: [[element]] });
  const frame = (zMm: number) => [
    group(TAG.planePositionSequence, decimals(TAG.imagePosition, `1\\2\\${zMm}`)),
  ];
  const shared = [
    group(TAG.pixelMeasuresSequence, decimals(TAG.pixelSpacing, '0.2\\0.2')),
    group(TAG.planeOrientationSequence, decimals(TAG.imageOrientation, '1\\0\\0\\0\\1\\0')),
    group(TAG.pixelValueTransformationSequence, decimals(TAG.rescaleIntercept, '-1000')),
  ];
  const file = readDicom(
    rawElements([
      { tag: TAG.modality, vr: 'CS', value: 'CT' },
      { tag: TAG.numberOfFrames, vr: 'IS', value: '2' },
      { tag: TAG.sharedFunctionalGroups, vr: 'SQ', value: [shared] },
      { tag: TAG.perFrameFunctionalGroups, vr: 'SQ', value: [frame(3), frame(3.5)] },
    ]),
  );
  expect(file).toMatchObject({
    pixelSpacingMm: [0.2, 0.2],
    imageOrientation: [1, 0, 0, 0, 1, 0],
    rescaleIntercept: -1000,
  });
  expect(file.framePositionsMm).toEqual([
    [1, 2, 3],
    [1, 2, 3.5],
  ]);
});

describe.runIf(haveSharedFiles)('real files', () => {
  test.each(sharedFilesIn('malformed-pydicom'))('%s is read or refused by a DicomProblem', (path) => {
    expect(problemOf(sharedFile(path))).toBeOneOf([null, 'not-dicom', 'damaged-header']);
  });

  test.each([
    ['chrArab', 'قباني لنزار'],
    ['chrFrenMulti', 'Buc Jérôme'],
    ['chrGerm', 'Äneas Rüdiger'],
    ['chrGreek', 'Διονυσιος'],
    ['chrHbrw', 'שרון דבורה'],
    ['chrJapMulti', 'やまだ たろう'],
    ['chrKoreanMulti', '김희중'],
    ['chrH32', 'ﾔﾏﾀﾞ ﾀﾛｳ'],
  ])('the name in %s', (name, expected) => {
    expect(readDicom(sharedFile(`charset-dicomdir-pydicom/charset_files/${name}.dcm`)).patient.name).toBe(
      expected,
    );
  });

  test('the frames of a craniofacial volume are 1.5 mm apart', () => {
    const file = readDicom(
      sharedFile('vol-headsq-both-jaws-lowres/headsq-multiframe-xray3d-craniofacial.dcm'),
    );
    expect(file.framePositionsMm).toHaveLength(93);
    expect(file.framePositionsMm![0]![2] - file.framePositionsMm![1]![2]).toBeCloseTo(1.5);
  });
});
