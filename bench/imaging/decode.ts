import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import { encodeHtj2k, encodeJpegXl } from '@snimok/imaging/testing/encoders';
import { encapsulated } from '@snimok/imaging/testing/raw-dicom';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const FOLDER = join(
  process.env.SNIMOK_SHARED_DATA ?? join(import.meta.dirname, '../../../shared/data'),
  'transfer-syntaxes-ct',
);
/** One slice of 512 × 512, 12 bits stored in 16, encoded in each transfer syntax. */
const SAME_SLICE = /^CTImage\.dcm_(\w+)TransferSyntax_([\d.]+)\.dcm$|^CTImage\.dcm_(\w+)_([\d.]+)\.dcm$/;
const UNCOMPRESSED = '1.2.840.10008.1.2.1';
const ROUNDS = 5;
const FRAMES_PER_ROUND = 40;

/** The slice in the lossless formats that the sample files do not have. */
const encodedHere = async (uncompressed: Uint8Array | undefined) => {
  if (!uncompressed) return [];
  const { rows, columns, values } = await decodeFrame(uncompressed, readDicom(uncompressed), 0);
  const words = new Uint16Array(values.buffer, values.byteOffset, values.length);
  const shape = { rows, columns, samples: 1, bitsAllocated: 16 };
  return Promise.all(
    [
      { syntax: 'JPEGXLLossless', uid: '1.2.840.10008.1.2.4.110', encode: encodeJpegXl },
      { syntax: 'HTJ2KLossless', uid: '1.2.840.10008.1.2.4.201', encode: encodeHtj2k },
    ].map(async ({ encode, syntax, uid }) => {
      const bytes = encapsulated(uid, { rows, columns }, [await encode(words, shape)]);
      return { bytes: Buffer.from(bytes), syntax, uid };
    }),
  );
};

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
    return found
      ? [{ bytes: readFileSync(join(FOLDER, name)), syntax: found, uid: uid ?? otherUid ?? '' }]
      : [];
  });
  files.push(...(await encodedHere(files.find(({ uid }) => uid === UNCOMPRESSED)?.bytes)));
  const measured: { syntax: string; uid: string; megabytesPerSecond: number; packed: number }[] = [];
  for (const { bytes, syntax, uid } of files) {
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
  const uncompressed = measured.find(({ uid }) => uid === UNCOMPRESSED)?.megabytesPerSecond ?? Number.NaN;
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
