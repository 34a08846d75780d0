import { deflateSync } from 'node:zlib';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { modalityValues } from '@snimok/imaging/dicom/pixels/modality-values';
import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { encodeHtj2k, type PlaneSize, type Samples } from '@snimok/imaging/pictures/htj2k';
import { firstWindow, pictureOf } from '@snimok/imaging/pictures/picture';
import { extremesOf, type SampleScale, unsignedSamples } from '@snimok/imaging/pictures/samples';
import { downsamplePlane } from '@snimok/imaging/volume/downsample';
import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../processing/parser-tasks/inspect-file.ts';
import { type GreyScale, type PackedFrame, planeFactors } from './tasks.ts';

/** A frame in the encoding in which the viewer receives it, with its coarse planes if they were requested. */
export interface EncodedFrame extends PlaneSize {
  encoding: PackedFrame['encoding'];
  bytes: Uint8Array;
  greys: GreyScale | null;
  coarse: { preview: Uint16Array; half: Uint16Array } | null;
}

export const packDicomFrame = async (
  bytes: Uint8Array,
  file: DicomFile,
  frame: number,
  wantsCoarse: boolean,
): Promise<EncodedFrame> => {
  const isGrey = file.samplesPerPixel === 1 && file.photometricInterpretation !== 'PALETTE COLOR';
  if (!isGrey) return packColours(bytes, file, frame);
  const { decoded, modality, ...scaled } = await greySamples(bytes, file, frame);
  const size = { columns: decoded.columns, rows: decoded.rows };
  const coarse = wantsCoarse ? coarsePlanes(scaled.samples, size) : null;
  const { slope, intercept } = scaled;
  // the coarse plane gives nearly the same window in 1 ms instead of 12 ms per slice; a scan may have 400 slices
  const { window } = firstWindow(
    decoded,
    file,
    coarse ? { values: coarse.preview, slope, intercept } : modality,
  );
  const inverted = decoded.photometricInterpretation === 'MONOCHROME1';
  return packGreys(scaled, size, coarse, { window, inverted });
};

/** The samples of a grey frame as the viewer receives them, and the values from which they are made. */
export const greySamples = async (bytes: Uint8Array, file: DicomFile, frame: number) => {
  const decoded = await decodeFrame(bytes, file, frame);
  const modality = modalityValues(bytes, file, decoded);
  return { decoded, modality, ...unsignedSamples(modality.values, modality) };
};

type ScaledSamples = { samples: Samples; slope: number; intercept: number };

const packGreys = async (
  { samples, slope, intercept }: ScaledSamples,
  size: PlaneSize,
  coarse: EncodedFrame['coarse'],
  display: Pick<GreyScale, 'window' | 'inverted'>,
): Promise<EncodedFrame> => ({
  ...size,
  encoding: encodingOf(size),
  bytes: await packSamples(samples, size),
  greys: {
    bits: samples.BYTES_PER_ELEMENT === 1 ? 8 : 16,
    slope,
    intercept,
    ...extremesOf(samples),
    ...display,
  },
  coarse,
});

/** A resampled layer of a volume. It gets the window of the slice that represents it. */
export const packLayer = (samples: Samples, size: PlaneSize, { slope, intercept }: SampleScale) =>
  packGreys({ samples, slope, intercept }, size, coarsePlanes(samples, size), NO_DISPLAY);

const NO_DISPLAY = { window: { center: 0, width: 1 }, inverted: false };

const coarsePlanes = (samples: Samples, size: PlaneSize) => {
  const { preview, half } = planeFactors(size);
  return { preview: downsamplePlane(samples, size, preview), half: downsamplePlane(samples, size, half) };
};

/** HTJ2K halves a plane up to five times (2⁵ = 32); below that size deflate is as good. */
const SMALLEST_SIDE = 32;

export const encodingOf = ({ columns, rows }: PlaneSize): 'htj2k' | 'deflate' =>
  Math.min(columns, rows) >= SMALLEST_SIDE ? 'htj2k' : 'deflate';

/** Lossless if `quantum` is 0; otherwise a sample may differ by up to `quantum`, if the encoding is HTJ2K. */
export const packSamples = async (samples: Samples, size: PlaneSize, quantum = 0): Promise<Uint8Array> => {
  if (encodingOf(size) === 'htj2k') return encodeHtj2k(samples, size, quantum);
  return deflateSync(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
};

const packColours = async (bytes: Uint8Array, file: DicomFile, frame: number): Promise<EncodedFrame> => {
  const { width, height, channels, pixels } = await pictureOf(bytes, file, frame);
  const size = { columns: width, rows: height };
  const png = await pngOf(sharp(pixels, { raw: { width, height, channels } }));
  return { ...size, encoding: 'png', bytes: png, greys: null, coarse: null };
};

/** Rotated by its EXIF orientation; transparency becomes black, the background of radiographs. */
export const packImage = async (bytes: Uint8Array): Promise<EncodedFrame> => {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS }).autoOrient().flatten({ background: '#000' });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const png = await pngOf(sharp(data, { raw: { width, height, channels } }));
  return { columns: width, rows: height, encoding: 'png', bytes: png, greys: null, coarse: null };
};

const pngOf = (picture: Sharp) => picture.png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
