import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import golden from '../../testing/golden-pixels.json' with { type: 'json' };
import { hasReferenceDecoder, decodeByReference } from '../../testing/reference-decoders.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn } from '../../testing/shared-files.ts';
import { decodeFrame } from './pixels.ts';
import { readDicom } from '../read.ts';

/**
 * Largest permitted deviation, by the last component of the transfer syntax: lossy decoders round differently.
 * It is 0 for the other transfer syntaxes.
 */
const TOLERANCE: Record<string, number> = { '51': 1, '53': 1, '55': 1, '203': 1 };
/**
 * dcmtk and gdcm refuse fragmented JPEG-LS; `pixels.test.ts` compares these files with the uncompressed one.
 */
const WITHOUT_REFERENCE = /fragmented_no_bot_jpeg_ls\.8[01]/;

const files = ['transfer-syntaxes-ct', 'multiframe-fragments', 'panoramic-dc1000']
  .flatMap(sharedFilesIn)
  .filter((path) => path.endsWith('.dcm'));

const framesOf = async (bytes: Uint8Array) => {
  const file = readDicom(bytes);
  const frames = Array.from({ length: file.numberOfFrames }, (_, at) => decodeFrame(bytes, file, at));
  return (await Promise.all(frames)).map(({ values }) => values);
};

describe.runIf(haveSharedFiles)('real files', () => {
  test.each(files)('the pixels of %s have not changed', async (path) => {
    const hash = createHash('sha256');
    for (const { buffer, byteOffset, byteLength } of await framesOf(sharedFile(path))) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
    expect(hash.digest('hex')).toBe((golden as Record<string, string>)[path]);
  });

  const comparable = files.filter(
    (path) => !WITHOUT_REFERENCE.test(path) && hasReferenceDecoder(sharedFile(path)),
  );
  test.each(comparable)('%s is decoded to the same pixels as by dcmtk, gdcm or OpenJPEG', async (path) => {
    const bytes = sharedFile(path);
    const expected = await decodeByReference(bytes);
    const tolerance = TOLERANCE[readDicom(bytes).transferSyntaxUID.split('.').at(-1)!] ?? 0;
    const actual = await framesOf(bytes);
    expect(actual.map((values) => values.length)).toEqual(expected.map((values) => values.length));
    for (const [frame, values] of actual.entries()) {
      let worst = 0;
      for (let at = 0; at < values.length; at += 1) {
        worst = Math.max(worst, Math.abs(values[at]! - expected[frame]![at]!));
      }
      expect(worst, `frame ${frame}`).toBeLessThanOrEqual(tolerance);
    }
  });
});
