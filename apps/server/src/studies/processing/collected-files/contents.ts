import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { distinctDates, type FileDate, type ImageDates } from '@snimok/imaging/dicom/dates';
import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { distinctPersons } from '@snimok/imaging/names/compare-people';
import { groupSeries, orderSlices, type Series } from '@snimok/imaging/dicom/series';
import { describeVendorFolder } from '@snimok/imaging/vendors/vendor-folders';
import { invalid } from '../../../platform/errors/errors.ts';
import { personInFiles } from '../../studies/study-rows/compare-with-card.ts';
import type { PatientInFiles } from '../../studies/study-rows/patient-in-files.ts';
import type { Flag } from '../parser-tasks/content-flags.ts';
import { contentOf, type FileContent } from '../parser-tasks/file-content.ts';
import { type FileFacts, type CollectedFile, isUnpacked } from '../parser-tasks/collected-file.ts';
import { sentences } from '../sentences.ts';
import { CONTENT_FLAGS } from '@snimok/contract/studies/content-flags';

export interface InspectedFile {
  file: CollectedFile;
  facts: FileFacts;
  flags: Flag[];
}

export interface Candidate {
  path: string;
  frame: number | null;
}

export interface Contents {
  series: Series[];
  imageCount: number;
  studyInstanceUID: string | null;
  patientInFiles: PatientInFiles | null;
  /** the different persons whom the images name */
  people: PatientInFiles[];
  /** the dates that the images name */
  dates: FileDate[];
  warnings: string[];
  /** kinds of files that should not be opened without care */
  contains: Flag[];
  /** the DICOM files with pixel data, from which a volume is built */
  slices: { content: FileContent; dicom: DicomFile }[];
  /** images that may represent the study, best first: if one cannot be decoded, the next is tried */
  candidates: Candidate[];
}

const MAX_CANDIDATES = 5;
const MAX_WARNINGS = 50;
/** More of them are not shown. */
const MAX_PEOPLE = 5;

/** What can be said about the files of an upload, also before all of them have arrived. */
export const summarize = (
  type: StudyType,
  all: FileFacts[],
): Pick<Contents, 'series' | 'imageCount' | 'patientInFiles' | 'people'> => {
  const images = all.flatMap((facts) =>
    facts.kind === 'dicom' && facts.dicom.hasPixelData ? [facts.dicom] : [],
  );
  const plainCount = STUDY_TYPES[type].isPicture ? all.filter(({ kind }) => kind === 'image').length : 0;
  const series = groupSeries(images);
  const people = images.map(({ patient: { name, birthDate, sex } }) => ({ name, birthDate, sex }));
  return {
    series,
    imageCount: series.reduce((frames, { frameCount }) => frames + frameCount, 0) + plainCount,
    patientInFiles: people[0] ?? null,
    people: distinctPersons(people, personInFiles).slice(0, MAX_PEOPLE),
  };
};

/**
 * Describes the files of an upload. An X-ray may be a plain image; a volume has to be DICOM.
 * @throws Problem if no file can be displayed
 */
export const describeContents = (type: StudyType, inspected: InspectedFile[]): Contents => {
  const images = imagesIn(inspected);
  if (images.length + plainImagesIn(type, inspected).length === 0) throw noImages(type, inspected);
  const { series, imageCount, patientInFiles, people } = summarize(
    type,
    inspected.map(({ facts }) => facts),
  );
  return {
    series,
    imageCount,
    studyInstanceUID: images[0]?.dicom.studyInstanceUID ?? null,
    patientInFiles,
    people,
    dates: distinctDates([...images.map(({ dicom }) => dicom.dates), ...datesOfPictures(type, inspected)]),
    warnings: warningsOf(inspected),
    contains: CONTENT_FLAGS.filter((flag) => inspected.some(({ flags }) => flags.includes(flag))),
    slices: images.map(({ file, dicom }) => ({ content: contentOf(file), dicom })),
    candidates: listCandidates(type, inspected, series),
  };
};

/** Images that may represent these files, best first. */
export const listCandidates = (type: StudyType, inspected: InspectedFile[], series: Series[]): Candidate[] =>
  [
    ...dicomCandidates(type, imagesIn(inspected), series),
    ...plainCandidates(plainImagesIn(type, inspected)),
  ].slice(0, MAX_CANDIDATES);

const imagesIn = (inspected: InspectedFile[]) =>
  inspected.flatMap(({ file, facts }) =>
    facts.kind === 'dicom' && facts.dicom.hasPixelData ? [{ file, dicom: facts.dicom }] : [],
  );

/** A photograph has no series or study that could date it. */
const datesOfPictures = (type: StudyType, inspected: InspectedFile[]): ImageDates[] =>
  plainImagesIn(type, inspected).flatMap(({ facts }) =>
    facts.kind === 'image' && facts.taken ? [{ acquisition: facts.taken, series: null, study: null }] : [],
  );

const plainImagesIn = (type: StudyType, inspected: InspectedFile[]): InspectedFile[] =>
  STUDY_TYPES[type].isPicture ? inspected.filter(({ facts }) => facts.kind === 'image') : [];

/**
 * Names the program whose folder this is. Otherwise, if exactly one file was unreadable, the error names it; otherwise it only says
 * that the upload has no images.
 */
const noImages = (type: StudyType, inspected: InspectedFile[]) => {
  const vendorFiles = inspected.flatMap(({ facts }) => (facts.kind === 'other' ? (facts.vendor ?? []) : []));
  const vendorFolder = describeVendorFolder(vendorFiles, { hasDicom: false });
  if (vendorFolder) return invalid(vendorFolder);
  const broken = inspected.filter(({ facts }) => facts.kind === 'broken');
  const [only] = broken;
  if (only && broken.length === 1) return invalid(sentences.unreadable(only.file.name.slice(0, 200)));
  return invalid(STUDY_TYPES[type].isPicture ? sentences.noImages : sentences.noVolume);
};

const warningsOf = (inspected: InspectedFile[]): string[] => {
  const warnings: string[] = [];
  for (const { file, facts } of inspected) {
    const found =
      facts.kind === 'broken' ? [facts.reason] : facts.kind === 'dicom' ? facts.dicom.warnings : [];
    warnings.push(...found.map((warning) => `${file.name}: ${warning}`));
    if (warnings.length >= MAX_WARNINGS) break;
  }
  return warnings.slice(0, MAX_WARNINGS);
};

/** For a volume, the slices of the longest series from its middle on; for an X-ray, all images in display order. */
const dicomCandidates = (
  type: StudyType,
  images: { file: CollectedFile; dicom: DicomFile }[],
  series: Series[],
): Candidate[] => {
  const imagesOf = Map.groupBy(images, ({ dicom }) => dicom.seriesInstanceUID);
  const bySeries = series.map(({ seriesInstanceUID }) => imagesOf.get(seriesInstanceUID) ?? []);
  const { hasVolume } = STUDY_TYPES[type];
  const chosen = hasVolume ? bySeries.toSorted((a, b) => framesOf(b) - framesOf(a)) : bySeries;
  return chosen.slice(0, MAX_CANDIDATES).flatMap((files) => {
    const slices = orderSlices(files.map(({ dicom }) => dicom));
    const order = hasVolume ? fromTheMiddle(slices) : slices;
    return order.slice(0, MAX_CANDIDATES).flatMap(({ file, frame }) => candidateOf(files[file]?.file, frame));
  });
};

/** None for a file that is not unpacked: only volumes have such files, and no pictures are made of volumes. */
const candidateOf = (file: CollectedFile | undefined, frame: number | null): Candidate[] =>
  file && isUnpacked(file) ? [{ path: file.path, frame }] : [];

const framesOf = (files: { dicom: DicomFile }[]) =>
  files.reduce((frames, { dicom }) => frames + dicom.numberOfFrames, 0);

const fromTheMiddle = <T>(all: T[]): T[] => {
  const middle = all.length >> 1;
  return [...all.slice(middle), ...all.slice(0, middle).reverse()];
};

/** The largest first: a clinic's logo is smaller than the X-ray. */
const plainCandidates = (plain: InspectedFile[]): Candidate[] => {
  const area = ({ facts }: InspectedFile) => (facts.kind === 'image' ? facts.width * facts.height : 0);
  return plain.toSorted((a, b) => area(b) - area(a)).flatMap(({ file }) => candidateOf(file, null));
};
