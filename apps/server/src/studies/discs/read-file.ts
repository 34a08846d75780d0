import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { jsonModel } from '@snimok/imaging/dicom/elements/json-model';
import { openEntry } from '../renditions/open-entry.ts';
import type { Entry } from '../renditions/tasks.ts';
import { UNREAD } from './unread.ts';

/** Large enough for the attributes of patient, study and series. */
const MAX_KEYS_BYTES = 64 * 1024;
const PREFIX = 'DICM';
const PREAMBLE_BYTES = 128;

/** The facts about one file that a disc needs; null for a file without a picture. The worker has yet to check the result. */
export const readFileOf = async (entry: Entry): Promise<unknown> => {
  const { bytes, facts } = await openEntry(entry);
  // a damaged file, or one that is too large for the portal, is part of the study too
  if (facts.kind === 'image' || facts.kind === 'broken') return UNREAD;
  if (facts.kind !== 'dicom' || !facts.dicom.hasPixelData) return null;
  const { numberOfFrames, instanceNumber, photometricInterpretation } = facts.dicom;
  const { imagePositionMm, imageOrientation, framePositionsMm } = facts.dicom;
  // a file without preamble and prefix cannot belong to a file-set (PS3.10, 7.1)
  const isPart10 =
    bytes.toString('latin1', PREAMBLE_BYTES, PREAMBLE_BYTES + PREFIX.length) === PREFIX &&
    facts.dicom.sopInstanceUID !== null;
  return {
    keys: isPart10 ? keysOf(bytes, facts.dicom) : null,
    placement: { numberOfFrames, instanceNumber, imagePositionMm, imageOrientation, framePositionsMm },
    isInverted: photometricInterpretation === 'MONOCHROME1',
  };
};

const keysOf = (bytes: Buffer, dicom: DicomFile) => {
  const model = jsonModel(bytes, { pixelsAt: null, maxBytes: MAX_KEYS_BYTES });
  const textOf = (tag: string): string => {
    const value = model[tag]?.Value?.[0];
    return typeof value === 'string' ? value : '';
  };
  const name = model['00100010']?.Value?.[0];
  const { Alphabetic = '' } = (typeof name === 'object' && name !== null ? name : {}) as {
    Alphabetic?: string;
  };
  return {
    sopClassUID: dicom.sopClassUID ?? '',
    sopInstanceUID: dicom.sopInstanceUID ?? '',
    seriesInstanceUID: dicom.seriesInstanceUID ?? '',
    studyInstanceUID: dicom.studyInstanceUID ?? '',
    transferSyntaxUID: dicom.transferSyntaxUID,
    instanceNumber: dicom.instanceNumber ?? 0,
    seriesNumber: dicom.seriesNumber ?? 0,
    seriesDescription: dicom.seriesDescription ?? '',
    modality: dicom.modality ?? 'OT',
    patientName: Alphabetic,
    patientID: textOf('00100020'),
    studyDate: textOf('00080020').replaceAll('.', ''),
    studyTime: textOf('00080030').replaceAll(':', ''),
    studyDescription: textOf('00081030'),
    studyID: textOf('00200010'),
    accessionNumber: textOf('00080050'),
    institution: dicom.institution ?? '',
  };
};
