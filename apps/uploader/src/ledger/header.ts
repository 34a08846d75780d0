import { open } from 'node:fs/promises';
import { type StudyType, studyTypeOfFiles } from '@snimok/contract/studies/study-types';
import type { Person } from '@snimok/imaging/names/compare-people';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';
import { z } from 'zod';

/** The patient and the referring client of a study, from the headers of its files. The ledger stores it as JSON. */
export const StudyHeader = z.object({
  name: z.string().nullable(),
  /** YYYY-MM-DD */
  birthday: z.string().nullable(),
  sex: z.enum(['male', 'female']).nullable(),
  referringPhysician: z.string().nullable(),
  institution: z.string().nullable(),
  /** absent in the ledgers of earlier versions */
  accessionNumber: z.string().nullable().default(null),
});
export type StudyHeader = z.infer<typeof StudyHeader>;

export const personOf = ({
  name,
  birthday,
  sex,
}: Pick<StudyHeader, 'name' | 'birthday' | 'sex'>): Person => ({ name, birthDate: birthday, sex });

export interface FileHeader {
  studyUID: string;
  sopUID: string | null;
  modality: string | null;
  frames: number;
  study: StudyHeader;
}

/**
 * This beginning of a file contains the elements that are read. They precede the pixel data, unless a vendor puts large
 * private elements first.
 */
const BEGINNING_BYTES = 1024 ** 2;

/** Null if the file is not DICOM or has no StudyInstanceUID (a viewer program, a DICOMDIR, another image format). */
export async function readHeader(path: string, size: number): Promise<FileHeader | null> {
  const beginning = parseHeader(await readBytes(path, Math.min(size, BEGINNING_BYTES)));
  if (beginning || size <= BEGINNING_BYTES) return beginning;
  return parseHeader(await readBytes(path, size));
}

async function readBytes(path: string, length: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parseHeader(bytes: Uint8Array): FileHeader | null {
  try {
    return fileHeaderOf(readDicom(bytes));
  } catch (problem) {
    if (problem instanceof DicomProblem) return null;
    throw problem;
  }
}

const SEX = { M: 'male', F: 'female', O: null } as const;

function fileHeaderOf(file: DicomFile): FileHeader | null {
  const { studyInstanceUID, sopInstanceUID, modality, numberOfFrames, patient } = file;
  if (!studyInstanceUID) return null;
  return {
    studyUID: studyInstanceUID,
    sopUID: sopInstanceUID,
    modality,
    frames: file.rows === null ? 0 : numberOfFrames,
    study: {
      name: patient.name,
      birthday: patient.birthDate,
      sex: patient.sex === null ? null : SEX[patient.sex],
      referringPhysician: file.referringPhysician,
      institution: file.institution,
      accessionNumber: file.accessionNumber,
    },
  };
}

export const studyTypeOf = (files: FileHeader[]): StudyType =>
  studyTypeOfFiles(files.some(({ modality, frames }) => modality === 'CT' || frames > 1));

/** Each field from the first file that has it, because scouts and reports often lack some. */
export function mergeHeaders(files: FileHeader[]): StudyHeader {
  const first = <K extends keyof StudyHeader>(key: K) =>
    files.find(({ study: about }) => about[key] !== null)?.study[key] ?? null;
  return {
    name: first('name'),
    birthday: first('birthday'),
    sex: first('sex') as StudyHeader['sex'],
    referringPhysician: first('referringPhysician'),
    institution: first('institution'),
    accessionNumber: first('accessionNumber'),
  };
}
