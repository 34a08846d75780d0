import { readDates } from './dates.ts';
import { textDecoder } from './elements/character-sets.ts';
import { type DataSet, readElements } from './elements/elements.ts';
import type { DicomFile, Encoding, Patient, PixelLayout } from './elements/file.ts';
import { readGeometry } from './geometry.ts';
import { firstLutIn, lookupTable } from './pixels/lookup-table.ts';
import { MAX_INFLATED_BYTES, openFile } from './elements/part10.ts';
import { patientOrientationOf } from './patient-orientation.ts';
import { readableName } from './person-name.ts';
import { DicomProblem } from './elements/problem.ts';
import { TAG } from './elements/tags.ts';
import { cleanText, dayOf, numberOf, textOf, textsOf, uidOf } from './elements/values.ts';

export { isDicom } from './elements/start.ts';

const HEADER_TAGS = new Set<number>(Object.values(TAG));
const MAX_WARNINGS = 20;
/** Longer than a person's name in three scripts (PS3.5, table 6.2-1), the longest value that is read here. */
const MAX_TEXT_LENGTH = 512;

type ReadOptions = { maxInflatedBytes?: number };

/**
 * Reads the header of a file; pixel values are read by `decodeFrame`. Common defects of devices are tolerated
 * and listed in `warnings`: no preamble, no file meta information, a wrong or missing transfer syntax,
 * truncation, a wrong character set.
 * @throws DicomProblem `not-dicom`, `damaged-header`, `inflated-too-large`; no other errors
 */
export function readDicom(
  bytes: Uint8Array,
  { maxInflatedBytes = MAX_INFLATED_BYTES }: ReadOptions = {},
): DicomFile {
  const opened = openFile(bytes, maxInflatedBytes);
  const range = { from: opened.from, to: opened.bytes.length };
  const { dataSet, warnings: elementWarnings } = readElements(
    opened.bytes,
    range,
    opened.elementEncoding,
    HEADER_TAGS,
  );
  const isEmpty = dataSet.elements.size === 0 && opened.meta.elements.size === 0;
  if (isEmpty) throw new DicomProblem('damaged-header', 'the file has no readable element');

  const warnings = [...opened.warnings, ...elementWarnings];
  const warn = (warning: string) => {
    if (!warnings.includes(warning)) warnings.push(warning);
  };
  const decode = textDecoder(textsOf(dataSet, TAG.specificCharacterSet), warn);
  const text = (tag: number) => textOf(dataSet, tag, decode)?.slice(0, MAX_TEXT_LENGTH) ?? null;
  const integer = (tag: number) => integerOf(dataSet, tag);
  const layout = readPixelLayout(dataSet);
  const geometry = readGeometry(dataSet, layout.numberOfFrames, warnings);
  const encoding = readEncoding(dataSet, opened.deflatedFrom);
  return {
    ...geometry,
    ...layout,
    transferSyntaxUID: opened.transferSyntaxUID,
    sopClassUID: uidOf(dataSet, TAG.sopClassUID) ?? uidOf(opened.meta, TAG.mediaStorageSOPClassUID),
    sopInstanceUID: uidOf(dataSet, TAG.sopInstanceUID) ?? uidOf(opened.meta, TAG.mediaStorageSOPInstanceUID),
    studyInstanceUID: uidOf(dataSet, TAG.studyInstanceUID),
    seriesInstanceUID: uidOf(dataSet, TAG.seriesInstanceUID),
    seriesNumber: integer(TAG.seriesNumber),
    seriesDescription: text(TAG.seriesDescription),
    studyDescription: text(TAG.studyDescription),
    modality: text(TAG.modality)?.toUpperCase().slice(0, 16) ?? null,
    acquisitionNumber: integer(TAG.acquisitionNumber),
    instanceNumber: integer(TAG.instanceNumber),
    frameOfReferenceUID: uidOf(dataSet, TAG.frameOfReferenceUID),
    patient: readPatient(dataSet, text),
    takenOn: takenOn(dataSet),
    studyDate: dayOf(dataSet, TAG.studyDate),
    dates: readDates(dataSet),
    manufacturer: text(TAG.manufacturer),
    accessionNumber: text(TAG.accessionNumber),
    referringPhysician: nameIn(text(TAG.referringPhysicianName)),
    institution: text(TAG.institutionName),
    model: text(TAG.modelName),
    patientOrientation: patientOrientationOf(
      textsOf(dataSet, TAG.patientOrientation),
      geometry.imageOrientation,
    ),
    hasPixelData: encoding.pixelData !== null && encoding.pixelData.length > 0,
    encoding,
    warnings: [...new Set(warnings)].slice(0, MAX_WARNINGS),
  };
}

const integerOf = (dataSet: DataSet, tag: number): number | null => {
  const number = numberOf(dataSet, tag, 'IS');
  return number !== null && Number.isSafeInteger(number) ? number : null;
};

const nameIn = (text: string | null) => (text === null ? null : readableName(text));

function readPatient(dataSet: DataSet, text: (tag: number) => string | null): Patient {
  const sex = text(TAG.patientSex)?.toUpperCase();
  return {
    name: nameIn(text(TAG.patientName)),
    id: text(TAG.patientID),
    birthDate: dayOf(dataSet, TAG.patientBirthDate),
    sex: sex === 'M' || sex === 'F' || sex === 'O' ? sex : null,
  };
}

function takenOn(dataSet: DataSet): string | null {
  const tags = [TAG.acquisitionDate, TAG.acquisitionDateTime, TAG.contentDate, TAG.seriesDate, TAG.studyDate];
  return tags.map((tag) => dayOf(dataSet, tag)).find((day) => day !== null) ?? null;
}

function readPixelLayout(dataSet: DataSet): PixelLayout {
  // a damaged element may have another VR, whose numbers are not whole
  const count = (tag: number) => {
    const number = numberOf(dataSet, tag, 'US');
    return Number.isInteger(number) ? number : null;
  };
  const frames = integerOf(dataSet, TAG.numberOfFrames) ?? 1;
  const photometric = textOf(dataSet, TAG.photometricInterpretation)?.toUpperCase() ?? null;
  return {
    numberOfFrames: Math.max(1, frames),
    rows: count(TAG.rows),
    columns: count(TAG.columns),
    samplesPerPixel: count(TAG.samplesPerPixel) ?? 1,
    photometricInterpretation: photometric === null ? null : cleanText(photometric).slice(0, MAX_TEXT_LENGTH),
    planarConfiguration: count(TAG.planarConfiguration) ?? 0,
    bitsAllocated: count(TAG.bitsAllocated),
    bitsStored: count(TAG.bitsStored),
    highBit: count(TAG.highBit),
    pixelRepresentation: count(TAG.pixelRepresentation) === 1 ? 1 : 0,
  };
}

function readEncoding(dataSet: DataSet, deflatedFrom: number | null): Encoding {
  const palette = [
    lookupTable(dataSet, TAG.redPaletteDescriptor, TAG.redPalette),
    lookupTable(dataSet, TAG.greenPaletteDescriptor, TAG.greenPalette),
    lookupTable(dataSet, TAG.bluePaletteDescriptor, TAG.bluePalette),
  ];
  const isComplete = palette.every((channel) => channel !== null);
  return {
    elementEncoding: dataSet.elementEncoding,
    deflatedFrom,
    pixelData: dataSet.elements.get(TAG.pixelData) ?? null,
    extendedOffsetTable: dataSet.elements.get(TAG.extendedOffsetTable) ?? null,
    palette: isComplete ? palette : null,
    modalityLut: firstLutIn(dataSet, TAG.modalityLutSequence),
    voiLut: firstLutIn(dataSet, TAG.voiLutSequence),
  };
}
