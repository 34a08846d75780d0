import type { DicomFile } from '../dicom/elements/file.ts';
import { applyTable, readEntries } from '../dicom/pixels/lookup-table.ts';
import { type ModalityValues, modalityValues } from '../dicom/pixels/modality-values.ts';
import { dataSetBytes } from '../dicom/elements/part10.ts';
import { type DecodedFrame, decodeFrame } from '../dicom/pixels/pixels.ts';
import { rgbFromPalette, rgbFromYbr } from './colour.ts';
import { toGrey8 } from './grey.ts';
import { type ValueKind, type Window, windowOf } from './window.ts';

/** Pixels for an image encoder: 8 bits, interleaved channels. */
type Picture = {
  width: number;
  height: number;
  channels: 1 | 3;
  pixels: Uint8Array;
  /** Height to width of a pixel, by which the picture has to be stretched vertically. */
  pixelAspect: number;
};

/**
 * Renders one frame for display. Grey: by `window`, otherwise by a plausible window in the header, otherwise
 * by its VOI LUT, otherwise by a window computed from the values; MONOCHROME1 is inverted. Colour: RGB.
 * @throws DicomProblem as `decodeFrame` does
 */
export async function pictureOf(
  bytes: Uint8Array,
  file: DicomFile,
  frame: number,
  window: Window | null = null,
): Promise<Picture> {
  const decoded = await decodeFrame(bytes, file, frame);
  const size = { width: decoded.columns, height: decoded.rows, pixelAspect: pixelAspectOf(file) };
  const { palette, deflatedFrom, elementEncoding } = file.encoding;
  if (decoded.samples === 3) return { ...size, channels: 3, pixels: rgbOf(decoded) };
  if (decoded.photometricInterpretation === 'PALETTE COLOR' && palette) {
    const content = dataSetBytes(bytes, deflatedFrom);
    return {
      ...size,
      channels: 3,
      pixels: rgbFromPalette(decoded.values, content, palette, elementEncoding.bigEndian),
    };
  }
  return { ...size, channels: 1, pixels: greyOf(bytes, decoded, file, window) };
}

function rgbOf({ values, bitsStored, photometricInterpretation }: DecodedFrame): Uint8Array {
  if (values.BYTES_PER_ELEMENT > 1) return Uint8Array.from(values, (value) => value >> (bitsStored - 8));
  const isYbr = photometricInterpretation.startsWith('YBR_');
  return isYbr ? rgbFromYbr(values) : new Uint8Array(values.buffer, values.byteOffset, values.length);
}

function greyOf(
  bytes: Uint8Array,
  decoded: DecodedFrame,
  file: DicomFile,
  chosen: Window | null,
): Uint8Array {
  const modality = modalityValues(bytes, file, decoded);
  const invert = decoded.photometricInterpretation === 'MONOCHROME1';
  if (chosen) return toGrey8({ ...modality, window: chosen, invert });
  const { window, isStated } = firstWindow(decoded, file, modality);
  const mapped = isStated ? null : applyVoiLut(bytes, file, modality);
  return toGrey8(mapped ? { ...mapped, invert } : { ...modality, window, invert });
}

/** The initial window of a grey frame; `isStated` if it is that of the header. */
export function firstWindow(
  { bitsStored, values: stored }: DecodedFrame,
  file: DicomFile,
  { values, slope, intercept }: ModalityValues,
): { window: Window; isStated: boolean } {
  return windowOf({
    values,
    slope,
    intercept,
    stated: { center: file.windowCenter, width: file.windowWidth },
    kind: kindOf(file, intercept),
    isDisplayReady: bitsStored === 8 && values === stored && slope === 1 && intercept === 0,
  });
}

const kindOf = ({ modality }: DicomFile, intercept: number): ValueKind => {
  if (modality !== 'CT') return 'radiograph';
  return intercept < 0 ? 'hounsfield' : 'scan';
};

/**
 * The values mapped by the VOI LUT (PS3.3, C.11.2), with its full range as window; null if it cannot be
 * applied.
 */
function applyVoiLut(bytes: Uint8Array, { encoding }: DicomFile, modality: ModalityValues) {
  const { voiLut, deflatedFrom, elementEncoding } = encoding;
  // The table is indexed by integers; files whose rescale gives fractions do not occur.
  if (!voiLut || modality.slope !== 1 || !Number.isInteger(modality.intercept)) return null;
  const entries = readEntries(dataSetBytes(bytes, deflatedFrom), voiLut, elementEncoding.bigEndian);
  const range = entries.every((entry) => entry < 256) ? 256 : 2 ** voiLut.bits;
  const values = applyTable(modality.values, entries, voiLut.firstValue - modality.intercept);
  return { values, window: { center: range / 2, width: range } };
}

/**
 * Height to width of a pixel: from the spacing in the patient or at the detector, or the aspect ratio;
 * otherwise 1.
 */
export function pixelAspectOf({ pixelSpacingMm, imagerPixelSpacingMm, pixelAspectRatio }: DicomFile): number {
  const spacing = pixelSpacingMm ?? imagerPixelSpacingMm ?? pixelAspectRatio;
  return spacing ? spacing[0] / spacing[1] : 1;
}
