import { TAG } from '../dicom/elements/tags.ts';
import { type ElementToWrite, writeDicom } from '../dicom/elements/write.ts';
import {
  DERIVED_SERIES_NUMBER,
  dicomTime,
  type DicomSource,
  EQUIPMENT,
  type ImageReference,
  newUID,
  referenceTo,
} from './dicom-source.ts';

export const SECONDARY_CAPTURE = '1.2.840.10008.5.1.4.1.1.7';

/** A picture as it is on the screen. */
interface Capture {
  width: number;
  height: number;
  /** four bytes per pixel, as in `ImageData` */
  rgba: Uint8Array | Uint8ClampedArray;
  /** of a pixel, in the plane that is shown; undefined for a picture without a scale */
  pixelMm?: number | undefined;
  description: string;
  /** whether the picture contains the patient's name */
  namesPatient: boolean;
}

/**
 * A Secondary Capture Image (PS3.3, A.8.1) of the study: RGB, 8 bits, uncompressed.
 * @param images from which the picture was made
 */
export function secondaryCapture(
  source: DicomSource,
  capture: Capture,
  images: readonly ImageReference[],
  at = new Date(),
): Uint8Array<ArrayBuffer> {
  const { day, time } = dicomTime(at);
  const { width, height, pixelMm } = capture;
  const elements: ElementToWrite[] = [
    ...source.identity,
    ...EQUIPMENT,
    [TAG.sopClassUID, 'UI', SECONDARY_CAPTURE],
    [TAG.sopInstanceUID, 'UI', newUID()],
    [TAG.seriesInstanceUID, 'UI', newUID()],
    [TAG.seriesNumber, 'IS', DERIVED_SERIES_NUMBER.capture],
    [TAG.seriesDescription, 'LO', capture.description.slice(0, 64)],
    [TAG.modality, 'CS', 'OT'],
    // Laterality of a picture that is not of one side
    [0x00200060, 'CS', ''],
    // made by a workstation (PS3.3, C.8.6.1)
    [0x00080064, 'CS', 'WSD'],
    [TAG.instanceNumber, 'IS', 1],
    [TAG.patientOrientation, 'CS', ''],
    [TAG.imageType, 'CS', 'DERIVED\\SECONDARY'],
    [TAG.contentDate, 'DA', day],
    [TAG.contentTime, 'TM', time],
    // Date and Time of Secondary Capture
    [0x00181012, 'DA', day],
    [0x00181014, 'TM', time],
    [TAG.burnedInAnnotation, 'CS', capture.namesPatient ? 'YES' : 'NO'],
    [TAG.lossyImageCompression, 'CS', '00'],
    ...(images.length > 0 ? [[0x00082112, 'SQ', images.map(referenceTo)] as const] : []),
    ...(pixelMm === undefined ? [] : [[TAG.pixelSpacing, 'DS', [pixelMm, pixelMm]] as const]),
    [TAG.samplesPerPixel, 'US', 3],
    [TAG.photometricInterpretation, 'CS', 'RGB'],
    [TAG.planarConfiguration, 'US', 0],
    [TAG.rows, 'US', height],
    [TAG.columns, 'US', width],
    [TAG.bitsAllocated, 'US', 8],
    [TAG.bitsStored, 'US', 8],
    [TAG.highBit, 'US', 7],
    [TAG.pixelRepresentation, 'US', 0],
    [TAG.pixelData, 'OB', withoutAlpha(capture)],
  ];
  return writeDicom(elements);
}

function withoutAlpha({ rgba, width, height }: Capture): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!;
    rgb[to + 1] = rgba[from + 1]!;
    rgb[to + 2] = rgba[from + 2]!;
  }
  return rgb;
}
