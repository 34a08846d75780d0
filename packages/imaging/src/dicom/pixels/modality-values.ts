import type { DicomFile } from '../elements/file.ts';
import { readEntries, applyTable } from './lookup-table.ts';
import { dataSetBytes } from '../elements/part10.ts';
import type { DecodedFrame } from './pixels.ts';
import type { SampleValues } from './stored-values.ts';

/** Values for which `value * slope + intercept` is in the modality's units (HU, optical density, or none). */
export type ModalityValues = { values: SampleValues; slope: number; intercept: number };

/**
 * The modality transformation (PS3.3, C.11.1): the modality LUT, which replaces the rescale, if the file has
 * one; otherwise the stored values and their rescale. `bytes` is the whole file.
 */
export function modalityValues(bytes: Uint8Array, file: DicomFile, { values }: DecodedFrame): ModalityValues {
  const { modalityLut, deflatedFrom, elementEncoding } = file.encoding;
  if (!modalityLut) return { values, slope: file.rescaleSlope, intercept: file.rescaleIntercept };
  const entries = readEntries(dataSetBytes(bytes, deflatedFrom), modalityLut, elementEncoding.bigEndian);
  return { values: applyTable(values, entries, modalityLut.firstValue), slope: 1, intercept: 0 };
}
