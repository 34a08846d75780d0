import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const FOLDER = join(
  process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../shared/data'),
  'transfer-syntaxes-ct',
);
/** One slice of 512 × 512, 12 bits stored in 16, encoded in each transfer syntax. */
const SAME_SLICE = /^CTImage\.dcm_(\w+)TransferSyntax_([\d.]+)\.dcm$|^CTImage\.dcm_(\w+)_([\d.]+)\.dcm$/;
const ROUNDS = 5;
const FRAMES_PER_ROUND = 40;

/**
 * Megabytes of pixels per second that one core decodes from one CT slice, for each transfer syntax, and the
 * ratio to uncompressed data.
 */
export const decode: Benchmark = async () => {
  if (!existsSync(FOLDER))
    throw new Error(`the sample slices are missing: ${FOLDER} (SNIMOK_SHARED_DATA sets the parent folder)`);
  const files = readdirSync(FOLDER).flatMap((name) => {
    const [, syntax, uid, otherSyntax, otherUid] = SAME_SLICE.exec(name) ?? [];
    const found = syntax ?? otherSyntax;
    return found ? [{ name, syntax: found, uid: uid ?? otherUid ?? '' }] : [];
  });
  const measured: { syntax: string; uid: string; megabytesPerSecond: number; packed: number }[] = [];
  for (const { name, syntax, uid } of files) {
    const bytes = readFileSync(join(FOLDER, name));
    const file = readDicom(bytes);
    const { values } = await decodeFrame(bytes, file, 0);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      const begin = performance.now();
      for (let frame = 0; frame < FRAMES_PER_ROUND; frame++) await decodeFrame(bytes, file, 0);
      rounds.push((performance.now() - begin) / 1000);
    }
    const megabytes = (values.byteLength * FRAMES_PER_ROUND) / 1e6;
    const packed =
      values.byteLength / (file.encoding.pixelData?.undefinedLength ? bytes.length : values.byteLength);
    measured.push({ syntax, uid, megabytesPerSecond: megabytes / median(rounds), packed });
  }
  const uncompressed =
    measured.find(({ uid }) => uid === '1.2.840.10008.1.2.1')?.megabytesPerSecond ?? Number.NaN;
  return [
    {
      title: 'Decoding one CT slice of 512 × 512, one core',
      head: ['transfer syntax', 'MB/s', 'uncompressed is faster', 'packed'],
      rows: measured
        .toSorted((one, other) => other.megabytesPerSecond - one.megabytesPerSecond)
        .map(({ syntax, uid, megabytesPerSecond, packed }) => [
          `${syntax} (${uid.replace('1.2.840.10008.', '….')})`,
          shown(megabytesPerSecond),
          `${shown(uncompressed / megabytesPerSecond)} ×`,
          `${packed.toFixed(1)} : 1`,
        ]),
    },
  ];
};
