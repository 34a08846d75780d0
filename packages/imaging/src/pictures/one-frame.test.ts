import { expect, test } from 'vitest';
import { TAG } from '../dicom/elements/tags.ts';
import { writeDicom } from '../dicom/elements/write.ts';
import { pictureOfFrame } from './one-frame.ts';

const SIDE = 600;
const FRAME_BYTES = SIDE * SIDE;

/** An uncompressed file of some frames, each of one grey value: 0, 50, 100. */
const framesOf = (count: number, change: { side?: number; values?: number } = {}) =>
  writeDicom([
    [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.7.2'],
    [TAG.sopInstanceUID, 'UI', '2.25.1'],
    [TAG.samplesPerPixel, 'US', 1],
    [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
    [TAG.numberOfFrames, 'IS', count],
    [TAG.rows, 'US', change.side ?? SIDE],
    [TAG.columns, 'US', change.side ?? SIDE],
    [TAG.bitsAllocated, 'US', 8],
    [TAG.bitsStored, 'US', 8],
    [TAG.highBit, 'US', 7],
    [TAG.pixelRepresentation, 'US', 0],
    [
      TAG.pixelData,
      'OW',
      Uint8Array.from(
        { length: change.values ?? count * FRAME_BYTES },
        (_, at) => Math.floor(at / FRAME_BYTES) * 50,
      ),
    ],
  ]);

const recorded = (bytes: Uint8Array) => {
  const ranges: number[] = [];
  const read = async (from: number, to: number) => {
    ranges.push(to - from);
    return bytes.slice(from, to);
  };
  return { source: { size: bytes.length, read }, ranges };
};

test('only the header and the requested frame of a large file are read', async () => {
  const { source, ranges } = recorded(framesOf(3));
  const { width, height, pixels } = await pictureOfFrame(source, 2);
  expect([width, height]).toEqual([SIDE, SIDE]);
  expect(new Set(pixels)).toEqual(new Set([100]));
  expect(ranges).toEqual([512 * 1024, FRAME_BYTES]);
});

test('a missing or incomplete frame is an error', async () => {
  await expect(pictureOfFrame(recorded(framesOf(2)).source, 2)).rejects.toThrow('frame 2 has 0 bytes');
  const truncated = framesOf(1, { values: FRAME_BYTES - 2 });
  await expect(pictureOfFrame(recorded(truncated).source, 0)).rejects.toThrow('frame 0 has 359998 bytes');
});

test('a header that states a giant image costs no memory', async () => {
  const { source, ranges } = recorded(framesOf(1, { side: 60_000, values: 2 }));
  await expect(pictureOfFrame(source, 0)).rejects.toThrow('3600000000 samples');
  expect(ranges).toHaveLength(1);
});
