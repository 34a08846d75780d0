import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { type ElementToWrite, writeDicom } from '@snimok/imaging/dicom/elements/write';

interface Image {
  studyUID?: string;
  sopUID: string;
  modality?: string;
  text?: string;
  /** name of the patient */
  name?: string;
}

/** A DICOM file of a small image, as an X-ray machine writes it. */
export function imageBytes({
  studyUID = '1.2.3',
  sopUID,
  modality = 'PX',
  text = '',
  name = 'Соколова^Анна',
}: Image): Uint8Array {
  const elements: ElementToWrite[] = [
    [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.1.1'],
    [TAG.sopInstanceUID, 'UI', sopUID],
    [TAG.modality, 'CS', modality],
    [TAG.patientName, 'PN', name],
    [TAG.studyDescription, 'LO', text],
    [TAG.rows, 'US', 2],
    [TAG.columns, 'US', 2],
  ];
  if (studyUID) elements.push([TAG.studyInstanceUID, 'UI', studyUID]);
  return writeDicom(elements);
}

export function writeImage(folder: string, name: string, image: Image): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, imageBytes(image));
  return path;
}
