import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFrame } from '@snimok/imaging/dicom/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { type Benchmark, median, shown } from './figures.ts';
import { waitUntilQuiet } from './quiet.ts';

const FOLDER = join(
  process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../shared/data'),
  'transfer-syntaxes-ct',
);
/** The same slice of 512 × 512 in 12 of 16 bits, as each transfer syntax has it. */
const SAME_SLICE = /^CTImage\.dcm_(\w+)TransferSyntax_([\d.]+)\.dcm$|^CTImage\.dcm_(\w+)_([\d.]+)\.dcm$/;
const ROUNDS = 5;
const FRAMES_A_ROUND = 40;

/** How fast one core decodes one CT slice by transfer syntax, in megabytes of pixels, and beside bare copying. */
export const decode: Benchmark = async () => {
  if (!existsSync(FOLDER)) throw new Error(`the slices to decode are not here: ${FOLDER}`);
  const files = readdirSync(FOLDER).flatMap((name) => {
    const [, syntax, uid, other, otherUid] = SAME_SLICE.exec(name) ?? [];
    const found = syntax ?? other;
    return found ? [{ name, syntax: found, uid: uid ?? otherUid ?? '' }] : [];
  });
  const measured: { syntax: string; uid: string; megabytesASecond: number; packed: number }[] = [];
  for (const { name, syntax, uid } of files) {
    const bytes = readFileSync(join(FOLDER, name));
    const file = readDicom(bytes);
    const { values } = await decodeFrame(bytes, file, 0);
    const rounds: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await waitUntilQuiet();
      const begin = performance.now();
      for (let frame = 0; frame < FRAMES_A_ROUND; frame++) await decodeFrame(bytes, file, 0);
      rounds.push((performance.now() - begin) / 1000);
    }
    const megabytes = (values.byteLength * FRAMES_A_ROUND) / 1e6;
    const packed =
      values.byteLength / (file.encoding.pixelData?.undefinedLength ? bytes.length : values.byteLength);
    measured.push({ syntax, uid, megabytesASecond: megabytes / median(rounds), packed });
  }
  const copying = measured.find(({ uid }) => uid === '1.2.840.10008.1.2.1')?.megabytesASecond ?? Number.NaN;
  return [
    {
      title: 'Decoding one CT slice of 512 × 512, one core',
      head: ['transfer syntax', 'MB/s', 'uncompressed is faster', 'packed'],
      rows: measured
        .toSorted((one, other) => other.megabytesASecond - one.megabytesASecond)
        .map(({ syntax, uid, megabytesASecond, packed }) => [
          `${syntax} (${uid.replace('1.2.840.10008.', '….')})`,
          shown(megabytesASecond),
          `${shown(copying / megabytesASecond)} ×`,
          `${packed.toFixed(1)} : 1`,
        ]),
    },
  ];
};
