import { expect, test } from 'vitest';
import type { InspectedFile } from '../../studies/uploads/inspect/inspect-files.ts';
import { splitFiles } from './split-files.ts';

const EMPTY = {
  patientName: null,
  birthday: null,
  sex: null,
  takenOn: null,
  clientNames: [],
  modality: null,
};
const fileOf = (filename: string, studyUID: string | null | undefined): InspectedFile => ({
  chosen: { filename, file: new File([], filename) },
  kind: filename.endsWith('.zip') ? 'zip' : studyUID === undefined ? 'other' : 'dicom',
  header:
    studyUID === undefined
      ? null
      : { ...EMPTY, studyUID, seriesUID: null, instance: null, frameCount: 1, isComplete: true },
  content: studyUID === undefined ? 'none' : 'dicom',
  people: [],
  instances: [],
  zippedFileCount: 0,
  vendorFiles: [],
  isBroken: false,
});
const namesOf = (files: InspectedFile[]) => files.map(({ chosen }) => chosen.filename);
const split = (...files: InspectedFile[]) => {
  const { studies, leftOver } = splitFiles(files);
  return { studies: studies.map(namesOf), leftOver: namesOf(leftOver) };
};

test('DICOM files are split by study, wherever they are, and each ZIP is a study', () => {
  expect(
    split(
      fileOf('a/1.dcm', '1'),
      fileOf('b/2.dcm', '1'),
      fileOf('b/3.dcm', '2'),
      fileOf('x.zip', undefined),
      fileOf('y.zip', '2'),
    ).studies,
  ).toEqual([['a/1.dcm', 'b/2.dcm'], ['b/3.dcm'], ['x.zip'], ['y.zip']]);
});

test('DICOM files without a study are split by folder', () => {
  expect(split(fileOf('a/1', null), fileOf('a/2', null), fileOf('b/1', null)).studies).toEqual([
    ['a/1', 'a/2'],
    ['b/1'],
  ]);
});

test('other files belong to the only study of their folder or of the nearest folder above', () => {
  const { studies, leftOver } = split(
    fileOf('диск/a/viewer/run.exe', undefined),
    fileOf('диск/a/1.dcm', '1'),
    fileOf('диск/b/2.dcm', '2'),
    fileOf('диск/b/отчёт.pdf', undefined),
    fileOf('диск/DICOMDIR', undefined),
  );
  expect(studies).toEqual([
    ['диск/a/1.dcm', 'диск/a/viewer/run.exe'],
    ['диск/b/2.dcm', 'диск/b/отчёт.pdf'],
  ]);
  expect(leftOver).toEqual(['диск/DICOMDIR']);
});

test('files of one study that name two patients become one study per patient', () => {
  const ofPatient = (filename: string, name: string | null) => ({
    ...fileOf(filename, '1'),
    people: name === null ? [] : [{ name, birthday: null, sex: null }],
  });
  const { studies, leftOver } = split(
    ofPatient('1.dcm', 'Иванов Иван'),
    ofPatient('2.dcm', 'Петров Пётр'),
    ofPatient('3.dcm', 'Иванов Иван'),
    ofPatient('4.dcm', null),
  );
  expect(studies).toEqual([['1.dcm', '3.dcm'], ['2.dcm']]);
  expect(leftOver).toEqual(['4.dcm']);
});

test('all files belong to the only study in them, and files without a study form one study', () => {
  expect(split(fileOf('КТ/1.dcm', '1'), fileOf('readme.txt', undefined)).studies).toEqual([
    ['КТ/1.dcm', 'readme.txt'],
  ]);
  expect(split(fileOf('1.png', undefined), fileOf('2.png', undefined)).studies).toEqual([['1.png', '2.png']]);
  expect(split()).toEqual({ studies: [], leftOver: [] });
});
