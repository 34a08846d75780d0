import type { DicomFile } from '../dicom/elements/file.ts';
import { DicomProblem } from '../dicom/elements/problem.ts';
import { readDicom } from '../dicom/read.ts';
import { codecOf } from '../dicom/elements/transfer-syntax.ts';
import { pictureOf } from './picture.ts';

/** A file of which only ranges are read. */
interface RangedFile {
  size: number;
  read: (from: number, to: number) => Promise<Uint8Array>;
}

/** Longer than the headers of devices with large private elements. */
const HEAD_BYTES = 512 * 1024;
/** Files whose frames cannot be found without reading them whole. */
const MAX_WHOLE_BYTES = 48 * 1024 * 1024;
/** A panoramic has 4 million. */
const MAX_SAMPLES = 32_000_000;

/**
 * The picture of one frame, for which little memory is needed: of uncompressed frames, only the header and the frame are read.
 * @throws DicomProblem as `readDicom` and `pictureOf` do, and `image-too-large`
 */
export async function pictureOfFrame(source: RangedFile, frame: number): ReturnType<typeof pictureOf> {
  const head = await source.read(0, Math.min(source.size, HEAD_BYTES));
  const range = rangeOf(readDicom(head), frame);
  if (range) {
    const { header, pixelsFrom, from, to } = range;
    const bytes = new Uint8Array(pixelsFrom + to - from);
    bytes.set(head.subarray(0, pixelsFrom));
    const pixels = await source.read(from, to);
    if (pixels.length < to - from)
      throw new DicomProblem('truncated-pixels', `frame ${frame} has ${pixels.length} bytes`);
    bytes.set(pixels, pixelsFrom);
    return pictureOf(bytes, header, 0);
  }
  if (source.size > MAX_WHOLE_BYTES) throw new DicomProblem('image-too-large', `${source.size} bytes`);
  const bytes = await source.read(0, source.size);
  const file = readDicom(bytes, { maxInflatedBytes: MAX_WHOLE_BYTES });
  assertSmall(file);
  return pictureOf(bytes, file, Math.min(frame, file.numberOfFrames - 1));
}

/** Where an uncompressed frame is in its file, and the header of a file with this frame alone; null for other frames. */
function rangeOf(file: DicomFile, frame: number) {
  const { rows, columns, samplesPerPixel, bitsAllocated, photometricInterpretation, encoding } = file;
  const { pixelData, deflatedFrom } = encoding;
  if (codecOf(file.transferSyntaxUID) === null || !pixelData || pixelData.undefinedLength) return null;
  // chrominance for two pixels at once, or several pixels in one byte
  const isPacked = photometricInterpretation?.endsWith('_422') || (bitsAllocated ?? 0) % 8 !== 0;
  if (!rows || !columns || !bitsAllocated || isPacked || deflatedFrom !== null) return null;
  assertSmall(file);
  const frameBytes = (rows * columns * samplesPerPixel * bitsAllocated) / 8;
  const from = pixelData.offset + frame * frameBytes;
  const header: DicomFile = {
    ...file,
    numberOfFrames: 1,
    encoding: { ...encoding, pixelData: { ...pixelData, length: frameBytes } },
  };
  return { header, pixelsFrom: pixelData.offset, from, to: from + frameBytes };
}

function assertSmall({ rows, columns, samplesPerPixel }: DicomFile) {
  const samples = (rows ?? 0) * (columns ?? 0) * samplesPerPixel;
  if (samples > MAX_SAMPLES) throw new DicomProblem('image-too-large', `${samples} samples`);
}
