import type { DicomFile } from '../dicom/file.ts';
import { readEntries, applyTable } from '../dicom/lookup-table.ts';
import { type ModalityValues, modalityValues } from '../dicom/modality-values.ts';
import { dataSetBytes } from '../dicom/part10.ts';
import { type DecodedFrame, decodeFrame } from '../dicom/pixels.ts';
import { orderSlices } from '../dicom/series.ts';
import { rgbFromPalette, rgbFromYbr } from './colour.ts';
import { toGrey8 } from './grey.ts';
import { type Window, windowOf } from './window.ts';

/** A picture any image library can encode: 8 bits, the channels of a pixel side by side. */
export type Picture = {
  width: number;
  height: number;
  channels: 1 | 3;
  pixels: Uint8Array;
  /** Height of a pixel to its width; to look right the picture is stretched downwards by it. */
  pixelAspect: number;
};

/**
 * One frame as a person is used to see it: windowed by the header, or shown through its lookup table, when that shows
 * anything, else windowed by the values; MONOCHROME1 turned over; colours as RGB. A `window` that is given rules.
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
  const { palette, deflatedFrom, elementEncoding: grammar } = file.encoding;
  if (decoded.samples === 3) return { ...size, channels: 3, pixels: rgbOf(decoded) };
  if (decoded.photometricInterpretation === 'PALETTE COLOR' && palette) {
    const content = dataSetBytes(bytes, deflatedFrom);
    return {
      ...size,
      channels: 3,
      pixels: rgbFromPalette(decoded.values, content, palette, grammar.bigEndian),
    };
  }
  return { ...size, channels: 1, pixels: greyOf(bytes, decoded, file, window) };
}

function rgbOf({ values, photometricInterpretation }: DecodedFrame): Uint8Array {
  const isYbr = photometricInterpretation.startsWith('YBR_');
  return isYbr ? rgbFromYbr(values) : new Uint8Array(values.buffer, values.byteOffset, values.length);
}

function greyOf(
  bytes: Uint8Array,
  decoded: DecodedFrame,
  file: DicomFile,
  wished: Window | null,
): Uint8Array {
  const modality = modalityValues(bytes, file, decoded);
  const invert = decoded.photometricInterpretation === 'MONOCHROME1';
  if (wished) return toGrey8({ ...modality, window: wished, invert });
  const { window, isStated } = firstWindow(decoded, file, modality);
  const shown = isStated ? null : throughVoiLut(bytes, file, modality);
  return toGrey8(shown ? { ...shown, invert } : { ...modality, window, invert });
}

/** How a grey frame is looked at first. */
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
    isHounsfield: file.modality === 'CT' && intercept < 0,
    isReady: bitsStored === 8 && values === stored && slope === 1 && intercept === 0,
  });
}

/** The VOI lookup table's greys and the window that is its whole range; null when the file has none. */
function throughVoiLut(bytes: Uint8Array, { encoding }: DicomFile, modality: ModalityValues) {
  const { voiLut, deflatedFrom, elementEncoding: grammar } = encoding;
  // a table counts whole values: one that would follow a rescale by fractions is not written by anybody
  if (!voiLut || modality.slope !== 1 || !Number.isInteger(modality.intercept)) return null;
  const entries = readEntries(dataSetBytes(bytes, deflatedFrom), voiLut, grammar.bigEndian);
  const most = entries.every((entry) => entry < 256) ? 256 : 2 ** voiLut.bits;
  const values = applyTable(modality.values, entries, voiLut.firstValue - modality.intercept);
  return { values, window: { center: most / 2, width: most } };
}

/** From the spacing in the patient, else at the detector, else the bare ratio; 1 when the file says nothing. */
export function pixelAspectOf({ pixelSpacingMm, imagerPixelSpacingMm, pixelAspectRatio }: DicomFile): number {
  const spacing = pixelSpacingMm ?? imagerPixelSpacingMm ?? pixelAspectRatio;
  return spacing ? spacing[0] / spacing[1] : 1;
}

/** Which file (by its place in the list) and frame stands for a series: the middle of it; null for an empty list. */
export function middleSlice(files: readonly DicomFile[]): { file: number; frame: number } | null {
  const places = orderSlices(files);
  const middle = places[places.length >> 1];
  return middle ? { file: middle.file, frame: middle.frame } : null;
}
