import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { modalityValues } from '../dicom/pixels/modality-values.ts';
import { decodeFrame } from '../dicom/pixels/pixels.ts';
import { readDicom } from '../dicom/read.ts';
import { TAG } from '../dicom/elements/tags.ts';
import { bytesOf, imageElements, part10, type RawElement, rawElements } from '../testing/raw-dicom.ts';
import { haveSharedFiles, sharedFile, sharedPath } from '../testing/shared-files.ts';
import { toGrey8 } from './grey.ts';
import { pictureOf } from './picture.ts';
import { autoWindow } from './window.ts';

const EXPLICIT = '1.2.840.10008.1.2.1';

const picture = async (
  shape: Parameters<typeof imageElements>[0],
  pixels: number[],
  more: RawElement[] = [],
) => {
  const stated =
    shape.bits === 16
      ? bytesOf(...pixels.map((value) => [value & 255, value >> 8]))
      : Uint8Array.from(pixels);
  const dataSet = [...imageElements(shape), ...more, { tag: TAG.pixelData, vr: 'OW', value: stated }];
  const bytes = part10(EXPLICIT, rawElements(dataSet));
  return pictureOf(bytes, readDicom(bytes), 0);
};

test('a window maps its lower edge to black and its upper edge to white, after the rescale', () => {
  const grey = toGrey8({
    values: Int16Array.of(-100, -50, 100, 1000),
    window: { center: 0.5, width: 201 },
    slope: 1,
  });
  expect([...grey]).toEqual([0, 64, 255, 255]);
  const rescaled = toGrey8({
    values: Uint16Array.of(0, 25, 100),
    window: { center: 0.5, width: 201 },
    slope: 2,
    intercept: -100,
  });
  expect([...rescaled]).toEqual([0, 64, 255]);
});

test('the automatic window is not widened by a bright filling and a black border', () => {
  const values = new Uint16Array(10_000).fill(0, 0, 50).map((_, at) => (at < 50 ? 0 : 1000 + (at % 1000)));
  values.fill(4095, 9_970);
  const { center, width } = autoWindow(values, { slope: 1, intercept: 0 }, 'radiograph');
  expect(center - width / 2).toBeGreaterThan(900);
  expect(center + width / 2).toBeLessThan(2100);
});

test('the automatic window of a CT slice excludes the air around the head', () => {
  const values = Int16Array.from({ length: 10_000 }, (_, at) => (at < 8_000 ? -1000 : (at % 20) * 100));
  const { center, width } = autoWindow(values, { slope: 1, intercept: 0 }, 'hounsfield');
  expect(center - width / 2).toBeGreaterThan(-200);
  expect(center + width / 2).toBeCloseTo(1900, -2);
});

test('MONOCHROME1 is inverted', async () => {
  const { pixels } = await picture(
    { rows: 1, columns: 4, bits: 8, photometric: 'MONOCHROME1' },
    [0, 85, 170, 255],
  );
  expect([...pixels]).toEqual([255, 170, 85, 0]);
});

test('the window in the header is used if it is plausible', async () => {
  const windowed = (center: string, width: string): RawElement[] => [
    { tag: TAG.windowCenter, vr: 'DS', value: center },
    { tag: TAG.windowWidth, vr: 'DS', value: width },
  ];
  const ramp = Array.from({ length: 100 }, (_, at) => at * 10);
  const shape = { rows: 10, columns: 10, bits: 16 as const };
  const good = await picture(shape, ramp, windowed('250', '500'));
  expect(good.pixels[60]).toBe(255);
  const absurd = await picture(shape, ramp, windowed('30000', '1'));
  expect(absurd.pixels[50]).toBeGreaterThan(100);
  expect(absurd.pixels[50]).toBeLessThan(160);
});

test('YBR and PALETTE COLOR are converted to RGB', async () => {
  const ybr = await picture(
    { rows: 1, columns: 2, bits: 8, samples: 3, photometric: 'YBR_FULL' },
    [76, 85, 255, 128, 128, 128],
  );
  expect(ybr.channels).toBe(3);
  expect([...ybr.pixels]).toEqual([254, 0, 0, 128, 128, 128]);

  const table = (tag: number, shapeTag: number, entries: number[]): RawElement[] => [
    { tag: shapeTag, vr: 'US', value: [2, 1, 16] },
    { tag, vr: 'OW', value: bytesOf(...entries.map((entry) => [0, entry])) },
  ];
  const palette = [
    ...table(TAG.redPalette, TAG.redPaletteDescriptor, [10, 20]),
    ...table(TAG.greenPalette, TAG.greenPaletteDescriptor, [30, 40]),
    ...table(TAG.bluePalette, TAG.bluePaletteDescriptor, [50, 60]),
  ];
  const coloured = await picture(
    { rows: 1, columns: 4, bits: 8, photometric: 'PALETTE COLOR' },
    [0, 1, 2, 9],
    palette,
  );
  expect([...coloured.pixels]).toEqual([10, 30, 50, 10, 30, 50, 20, 40, 60, 20, 40, 60]);
});

test('the pixel aspect is that of the pixel spacing', async () => {
  const spaced = await picture(
    { rows: 1, columns: 2, bits: 8 },
    [0, 255],
    [{ tag: TAG.pixelSpacing, vr: 'DS', value: '0.3\\0.2' }],
  );
  expect(spaced.pixelAspect).toBeCloseTo(1.5);
  expect((await picture({ rows: 1, columns: 2, bits: 8 }, [0, 255])).pixelAspect).toBe(1);
});

test('a modality LUT replaces the rescale, and a VOI LUT the window', async () => {
  const table = (sequence: number, first: number, bits: number, entries: number[]): RawElement => ({
    tag: sequence,
    vr: 'SQ',
    value: [
      [
        { tag: TAG.lutDescriptor, vr: 'US', value: [entries.length, first, bits] },
        { tag: TAG.lutValues, vr: 'US', value: entries },
      ],
    ],
  });
  const shape = { rows: 1, columns: 4, bits: 8 as const };
  const voi = table(TAG.voiLutSequence, 10, 12, [0, 819, 4095]);
  expect([...(await picture(shape, [9, 10, 11, 200], [voi])).pixels]).toEqual([0, 0, 51, 255]);

  // the modality LUT maps the values to 10, 11, 12, which the VOI LUT maps to greys
  const both = [table(TAG.modalityLutSequence, 100, 16, [10, 11, 12]), voi];
  expect([...(await picture(shape, [0, 100, 101, 102], both)).pixels]).toEqual([0, 0, 51, 255]);
});

/** One frame rendered by dcmtk as PGM (P5). */
const renderByDcmtk = (path: string, ...options: string[]): Uint8Array => {
  const pgm = execFileSync(DCMJ2PNM, [...options, '--write-raw-pnm', sharedPath(path)], {
    maxBuffer: 1e8,
    stdio: 'pipe',
  });
  const [header] = /^P5\s(#[^\n]*\n)?\s*\d+\s+\d+\s+255\s/.exec(pgm.subarray(0, 200).toString('latin1')) ?? [
    '',
  ];
  return pgm.subarray(header.length);
};
const DCMJ2PNM = '/usr/bin/dcmj2pnm';

describe.runIf(haveSharedFiles && existsSync(DCMJ2PNM))('the picture equals that of dcmtk', () => {
  test('an image with a VOI LUT', async () => {
    const bytes = sharedFile('multiframe-fragments/vlut_04.dcm');
    const { pixels } = await pictureOf(bytes, readDicom(bytes), 0);
    const expected = renderByDcmtk('multiframe-fragments/vlut_04.dcm', '--use-voi-lut', '1');
    expect(largestDifference(pixels, expected)).toBeLessThanOrEqual(1);
  });

  test('an image with a modality LUT and signed values', async () => {
    const bytes = sharedFile('multiframe-fragments/mlut_18.dcm');
    const file = readDicom(bytes);
    const modality = modalityValues(bytes, file, await decodeFrame(bytes, file, 0));
    const pixels = toGrey8({ ...modality, window: { center: 32_768, width: 65_536 } });
    const expected = renderByDcmtk('multiframe-fragments/mlut_18.dcm', '--set-window', '32768', '65536');
    expect(largestDifference(pixels, expected)).toBeLessThanOrEqual(1);
  });
});

const largestDifference = (actual: Uint8Array, expected: Uint8Array) =>
  actual.reduce((largest, value, at) => Math.max(largest, Math.abs(value - (expected[at] ?? 1000))), 0);

test('an image with a single value is medium grey', async () => {
  for (const value of [0, 1000, 4095, 60_000]) {
    const { pixels } = await picture({ rows: 2, columns: 2, bits: 16 }, [value, value, value, value]);
    pixels.forEach((grey) => expect(grey).toBeCloseTo(128, -1));
  }
  const air = autoWindow(new Int16Array(100).fill(-1000), { slope: 1, intercept: 0 }, 'hounsfield');
  expect(air).toEqual({ center: -1000, width: 256 });
});
