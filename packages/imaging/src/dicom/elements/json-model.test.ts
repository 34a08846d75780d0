import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { latin, LITTLE_EXPLICIT, part10, type RawElement, rawElements } from '../../testing/raw-dicom.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn, sharedPath } from '../../testing/shared-files.ts';
import { jsonModel } from './json-model.ts';
import { DicomProblem } from './problem.ts';
import { TRANSFER_SYNTAX } from './transfer-syntax.ts';

const modelOf = (
  elements: RawElement[],
  encoding = LITTLE_EXPLICIT,
  pixelsAt: string | null = null,
  maxBytes?: number,
) => {
  const syntax = encoding.explicit
    ? TRANSFER_SYNTAX.explicitLittleEndian
    : TRANSFER_SYNTAX.implicitLittleEndian;
  return jsonModel(part10(syntax, rawElements(elements, encoding)), {
    pixelsAt,
    ...(maxBytes !== undefined && { maxBytes }),
  });
};

test('text in another character set is converted to UTF-8', () => {
  const cyrillic = Uint8Array.of(0xb8, 0xd2, 0xd0, 0xdd, 0xde, 0xd2);
  expect(
    modelOf([
      { tag: 0x00080005, vr: 'CS', value: 'ISO_IR 144' },
      { tag: 0x00100010, vr: 'PN', value: cyrillic },
    ]),
  ).toEqual({
    '00080005': { vr: 'CS', Value: ['ISO_IR 192'] },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Иванов' }] },
  });
});

test('empty values and missing name groups keep their positions, and numbers in text become numbers', () => {
  expect(
    modelOf([
      { tag: 0x00080008, vr: 'CS', value: 'ORIGINAL\\\\AXIAL' },
      { tag: 0x00080050, vr: 'SH', value: '' },
      { tag: 0x00100010, vr: 'PN', value: 'A^B==C' },
      { tag: 0x00280030, vr: 'DS', value: '0,25\\0.2 ' },
      { tag: 0x00280010, vr: 'US', value: [512] },
    ]),
  ).toEqual({
    '00080008': { vr: 'CS', Value: ['ORIGINAL', null, 'AXIAL'] },
    '00080050': { vr: 'SH' },
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'A^B', Phonetic: 'C' }] },
    '00280010': { vr: 'US', Value: [512] },
    '00280030': { vr: 'DS', Value: [0.25, 0.2] },
  });
});

test('with implicit VR the dictionary gives the VR, and the pixel representation chooses US or SS', () => {
  const implicit = { explicit: false, bigEndian: false };
  const model = modelOf(
    [
      { tag: 0x00080060, vr: 'CS', value: 'CT' },
      { tag: 0x00091001, vr: 'LO', value: 'made' },
      { tag: 0x00280103, vr: 'US', value: [1] },
      { tag: 0x00280106, vr: 'US', value: [0xffff] },
    ],
    implicit,
  );
  expect(model['00080060']).toEqual({ vr: 'CS', Value: ['CT'] });
  expect(model['00091001']).toEqual({ vr: 'UN', InlineBinary: Buffer.from('made').toString('base64') });
  expect(model['00280106']).toEqual({ vr: 'SS', Value: [-1] });
});

test('pixel data are a URI or omitted, long binary values are omitted, short ones are inline', () => {
  const elements: RawElement[] = [
    { tag: 0x00282000, vr: 'OB', value: Uint8Array.of(1, 2) },
    { tag: 0x00420011, vr: 'OB', value: new Uint8Array(20_000) },
    { tag: 0x7fe00010, vr: 'OW', value: new Uint8Array(8) },
  ];
  expect(modelOf(elements)).toEqual({ '00282000': { vr: 'OB', InlineBinary: 'AQI=' } });
  expect(modelOf(elements, LITTLE_EXPLICIT, '/frames')['7FE00010']).toEqual({
    vr: 'OW',
    BulkDataURI: '/frames',
  });
});

test('sequences nested too deeply or with too many attributes are omitted', () => {
  let nested: RawElement = { tag: 0x00080060, vr: 'CS', value: 'CT' };
  for (let depth = 0; depth < 40; depth += 1) nested = { tag: 0x00081140, vr: 'SQ', value: [[nested]] };
  expect(JSON.stringify(modelOf([nested])).match(/00081140/g)).toHaveLength(12);

  const item = rawElements([
    { tag: 0x00081140, vr: 'SQ', value: [[{ tag: 0x00080060, vr: 'CS', value: 'CT' }]] },
  ]);
  const items = Buffer.concat(Array.from({ length: 301_000 }, () => item.subarray(12, item.length - 8)));
  const name = rawElements([{ tag: 0x00100010, vr: 'PN', value: 'Ivanov' }]);
  const many = Buffer.concat([item.subarray(0, 12), items, item.subarray(-8), name]);
  expect(jsonModel(part10Of(many), { pixelsAt: null, maxBytes: 2 ** 30 })).toEqual({
    '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Ivanov' }] },
  });
});

test('attributes beyond the size limit are omitted, those of patient, study and image last', () => {
  const elements: RawElement[] = [
    // a long value of an important attribute must not displace the short ones
    { tag: 0x00081030, vr: 'LO', value: 'x'.repeat(5000) },
    { tag: 0x00091001, vr: 'LO', value: 'y'.repeat(400) },
    { tag: 0x00100010, vr: 'PN', value: 'Ivanov' },
    { tag: 0x00101002, vr: 'SQ', value: [[{ tag: 0x00100020, vr: 'LO', value: 'z'.repeat(300) }]] },
    { tag: 0x00280010, vr: 'US', value: [512] },
  ];
  expect(Object.keys(modelOf(elements, LITTLE_EXPLICIT, null, 10_000))).toHaveLength(5);
  for (const maxBytes of [100, 500, 600, 1000, 6000]) {
    const model = modelOf(elements, LITTLE_EXPLICIT, null, maxBytes);
    expect(Buffer.byteLength(JSON.stringify(model))).toBeLessThanOrEqual(maxBytes);
    expect(model['00280010']).toEqual({ vr: 'US', Value: [512] });
    expect(model['00100010']).toEqual({ vr: 'PN', Value: [{ Alphabetic: 'Ivanov' }] });
  }
  expect(Object.keys(modelOf(elements, LITTLE_EXPLICIT, null, 150))).toEqual(['00100010', '00280010']);
});

/** `part10` spreads its argument, which overflows the stack for this many items. */
const part10Of = (dataSet: Uint8Array) =>
  Buffer.concat([part10(TRANSFER_SYNTAX.explicitLittleEndian, latin('')), dataSet]);

const DCM2JSON = '/usr/bin/dcm2json';
/**
 * Files with private attributes of dcm2json's dictionary or with long binary values are left out, because
 * dcm2json writes these differently.
 */
const COMPARED_FILES = [
  'transfer-syntaxes-ct/CTImage.dcm_LittleEndianExplicitTransferSyntax_1.2.840.10008.1.2.1.dcm',
  'transfer-syntaxes-ct/CTImage.dcm_BigEndianExplicitTransferSyntax_1.2.840.10008.1.2.2.dcm',
  'transfer-syntaxes-ct/CTImage.dcm_DeflatedExplicitVRLittleEndianTransferSyntax_1.2.840.10008.1.2.1.99.dcm',
  'multiframe-fragments/emri_small_big_endian.dcm',
  'multiframe-fragments/eCT_Supplemental.dcm',
  'multiframe-fragments/OT-PAL-8-face.dcm',
  'panoramic-dc1000/px-explicit-monochrome1-utf8.dcm',
  'vol-headsq-both-jaws-lowres/headsq-multiframe-xray3d-craniofacial.dcm',
  'malformed-pydicom/test-SR.dcm',
];

describe.runIf(haveSharedFiles && existsSync(DCM2JSON))('the result equals that of dcm2json', () => {
  test.each(COMPARED_FILES)('%s', (path) => {
    const output = execFileSync(DCM2JSON, ['-q', sharedPath(path)], { stdio: 'pipe', maxBuffer: 2 ** 28 });
    const dataSet = Object.entries(JSON.parse(output.toString('utf8')) as Record<string, unknown>).filter(
      ([tag]) => tag >= '00080000' && tag !== '7FE00010',
    );
    expect(jsonModel(sharedFile(path), { pixelsAt: null })).toEqual(Object.fromEntries(dataSet));
  });
});

describe.runIf(haveSharedFiles)('real files', () => {
  test.each(['malformed-pydicom', 'charset-dicomdir-pydicom/charset_files'].flatMap(sharedFilesIn))(
    '%s is converted, or refused by a DicomProblem',
    (path) => {
      try {
        expect(jsonModel(sharedFile(path), { pixelsAt: null })).toBeTypeOf('object');
      } catch (cause) {
        expect(cause).toBeInstanceOf(DicomProblem);
      }
    },
  );
});
