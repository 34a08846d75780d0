import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import golden from '../testing/golden-pixels.json' with { type: 'json' };
import { canDecodeElsewhere, decodedElsewhere } from '../testing/reference-decoders.ts';
import { haveSharedFiles, sharedFile, sharedFilesIn } from '../testing/shared-files.ts';
import { decodeFrame } from './pixels.ts';
import { readDicom } from './read.ts';

/** Lossy codecs may round either way; what was compressed without loss has no excuse. */
const ALLOWED: Record<string, number> = { '51': 1, '53': 1, '55': 1, '203': 1 };
/** JPEG-LS in fragments is refused by dcmtk and gdcm; `pixels.test.ts` compares these with the plain file. */
const readByNobodyElse = /fragmented_no_bot_jpeg_ls\.8[01]/;

const files = ['transfer-syntaxes-ct', 'multiframe-fragments', 'panoramic-dc1000']
  .flatMap(sharedFilesIn)
  .filter((path) => path.endsWith('.dcm'));

const framesOf = async (bytes: Uint8Array) => {
  const file = readDicom(bytes);
  const frames = Array.from({ length: file.numberOfFrames }, (_, at) => decodeFrame(bytes, file, at));
  return (await Promise.all(frames)).map(({ values }) => values);
};

describe.runIf(haveSharedFiles)('real files', () => {
  test.each(files)('%s has the pixels it always had', async (path) => {
    const hash = createHash('sha256');
    for (const { buffer, byteOffset, byteLength } of await framesOf(sharedFile(path))) {
      hash.update(new Uint8Array(buffer, byteOffset, byteLength));
    }
    expect(hash.digest('hex')).toBe((golden as Record<string, string>)[path]);
  });

  const comparable = files.filter(
    (path) => !readByNobodyElse.test(path) && canDecodeElsewhere(sharedFile(path)),
  );
  test.each(comparable)('%s has the pixels that dcmtk, gdcm or OpenJPEG find in it', async (path) => {
    const bytes = sharedFile(path);
    const theirs = await decodedElsewhere(bytes);
    const allowed = ALLOWED[readDicom(bytes).transferSyntaxUID.split('.').at(-1)!] ?? 0;
    const ours = await framesOf(bytes);
    expect(ours.map((values) => values.length)).toEqual(theirs.map((values) => values.length));
    for (const [frame, values] of ours.entries()) {
      let worst = 0;
      for (let at = 0; at < values.length; at += 1) {
        worst = Math.max(worst, Math.abs(values[at]! - theirs[frame]![at]!));
      }
      expect(worst, `frame ${frame}`).toBeLessThanOrEqual(allowed);
    }
  });
});
