import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { encodeHtj2k, encodeJpegXl } from '@snimok/imaging/testing/encoders';
import { encapsulated } from '@snimok/imaging/testing/raw-dicom';
import { RECOMPRESSED } from '@snimok/imaging/testing/recompressed-jpegs';
import { cbctSeries } from '@snimok/phantom/series';
import sharp from 'sharp';

/** Real images and malformed files beside the checkout; without them only generated files are mutated. */
const DATA = join(import.meta.dirname, '../../../shared/data');
/** Larger files are left out, because their mutations mostly change pixels. */
const MAX_BYTES = 600_000;
/** The prefix of all transfer syntaxes of the JPEG family. */
const JPEG = '1.2.840.10008.1.2.4.';

interface Seeds {
  dicom: Buffer[];
  zip: Buffer[];
  image: Buffer[];
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();

const smallFiles = (): Buffer[] => {
  if (!existsSync(DATA)) return [];
  return filesBelow(DATA)
    .filter((path) => statSync(path).size > 0 && statSync(path).size <= MAX_BYTES)
    .map((path) => readFileSync(path));
};

const startsWith = (bytes: Buffer, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte);
const isZip = (bytes: Buffer) => startsWith(bytes, 0x50, 0x4b);
const isImage = (bytes: Buffer) => startsWith(bytes, 0xff, 0xd8) || startsWith(bytes, 0x89, 0x50);

const phantom = (): Buffer[] =>
  [
    ...cbctSeries(
      { size: [64, 64, 3], spacingMm: 2 },
      {
        patient: { name: 'Иванов Иван Иванович', id: '1', birthDate: '1980-01-02', sex: 'M' },
        takenOn: '2026-11-21',
        studyInstanceUID: '2.25.7001',
        seriesInstanceUID: '2.25.7002',
        seriesNumber: 1,
        seriesDescription: 'КЛКТ',
        manufacturer: 'Снимок',
        model: 'Фантом',
      },
    ),
  ].map(({ bytes }) => Buffer.from(bytes));

/** Frames of the formats that few machines write yet, of which `DATA` has none or few. */
const newerFormats = async (): Promise<Buffer[]> => {
  const size = { rows: 40, columns: 56 };
  const words = Uint16Array.from({ length: 40 * 56 }, (_, at) => (at * 91 + (at % 56) ** 3) & 0xfff);
  const shape = { ...size, samples: 1, bitsAllocated: 16 };
  const { grey } = RECOMPRESSED;
  return [
    encapsulated(`${JPEG}110`, size, [await encodeJpegXl(words, shape, { bits: 12 })]),
    encapsulated(`${JPEG}112`, size, [await encodeJpegXl(words, shape, { distance: 1 })]),
    encapsulated(`${JPEG}111`, { ...grey.shape, bits: 8 }, [grey.jpegXl]),
    encapsulated(`${JPEG}201`, size, [await encodeHtj2k(words, shape, { bits: 12 })]),
  ].map((bytes) => Buffer.from(bytes));
};

/** One picture in each format that the portal accepts. */
const pictures = (): Promise<Buffer[]> => {
  const grey = { create: { width: 48, height: 32, channels: 3 as const, background: '#567' } };
  return Promise.all([
    sharp(grey)
      .jpeg()
      .withExif({ IFD0: { Orientation: '6' } })
      .toBuffer(),
    sharp(grey).jpeg({ progressive: true }).toBuffer(),
    sharp(grey).png({ palette: true }).toBuffer(),
    sharp(grey).tiff({ compression: 'lzw' }).toBuffer(),
    sharp(grey).tiff({ compression: 'jpeg', tile: true }).toBuffer(),
  ]);
};

let loading: Promise<Seeds> | undefined;

/** The files whose copies are mutated. */
export const loadSeeds = (): Promise<Seeds> => {
  loading ??= (async () => {
    const files = smallFiles();
    return {
      dicom: [
        ...files.filter((bytes) => !isZip(bytes) && !isImage(bytes)),
        ...phantom(),
        ...(await newerFormats()),
      ],
      zip: files.filter(isZip),
      image: [...files.filter(isImage), ...(await pictures())],
    };
  })();
  return loading;
};
