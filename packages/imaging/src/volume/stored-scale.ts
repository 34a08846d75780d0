import type { DicomFile } from '../dicom/elements/file.ts';
import { codecOf } from '../dicom/elements/transfer-syntax.ts';

/** From the values of a volume to densities: `density = value * slope + intercept`. */
export type StoredScale = { slope: number; intercept: number };

const LOWEST = -32_768;
const HIGHEST = 32_767;
/** Wider values are assumed to fit into this many bits. */
const MAX_BITS = 16;

/**
 * Computes from the headers a scale with which the densities of all files fit into signed 16-bit values. Densities that
 * fit are stored as they are. Others are shifted, for example unsigned 16-bit values without a rescale. Only a range of
 * more than 65,536 densities is coarsened.
 */
export function storedScale(files: readonly DicomFile[]): StoredScale {
  let least = 0;
  let most = 0;
  for (const file of files) {
    const { encoding, rescaleSlope, rescaleIntercept } = file;
    const { bits, isSigned } = encoding.modalityLut
      ? { bits: encoding.modalityLut.bits, isSigned: false }
      : storedBits(file);
    const [slope, intercept] = encoding.modalityLut ? [1, 0] : [rescaleSlope, rescaleIntercept];
    for (const stored of isSigned ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1]) {
      least = Math.min(least, stored * slope + intercept);
      most = Math.max(most, stored * slope + intercept);
    }
  }
  if (least >= LOWEST && most <= HIGHEST) return { slope: 1, intercept: 0 };
  const slope = Math.max(1, (most - least) / (HIGHEST - LOWEST));
  return { slope, intercept: least - LOWEST * slope };
}

/** Bits Stored is often wrong in files of the JPEG family, whose codestreams have a precision of their own. */
function storedBits({ transferSyntaxUID, bitsAllocated, bitsStored, pixelRepresentation }: DicomFile) {
  const allocated = bitsAllocated ?? MAX_BITS;
  if (allocated > MAX_BITS) return { bits: MAX_BITS, isSigned: true };
  const isNative = codecOf(transferSyntaxUID) === 'native';
  return { bits: isNative ? (bitsStored ?? allocated) : allocated, isSigned: pixelRepresentation === 1 };
}
