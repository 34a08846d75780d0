import type { DicomFile } from '@snimok/imaging/dicom/file';
import { groupSeries, orderSlices, type Series } from '@snimok/imaging/dicom/series';
import { invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';
import type { FileFacts, CollectedFile } from './parser-tasks.ts';

export interface InspectedFile {
  file: CollectedFile;
  facts: FileFacts;
}

export interface Candidate {
  path: string;
  frame: number | null;
}

export interface Contents {
  series: Series[];
  imageCount: number;
  studyInstanceUID: string | null;
  patientInFiles: { name: string | null; birthDate: string | null; sex: string | null } | null;
  warnings: string[];
  /** The DICOM files with pictures: what a volume is made of. */
  slices: { path: string; dicom: DicomFile }[];
  /** What may stand for the study, the best first: when one cannot be decoded, the next is tried. */
  candidates: Candidate[];
}

const MAX_CANDIDATES = 5;
const MAX_WARNINGS = 50;

/**
 * What an upload holds. An X-ray may be a plain image; a volume is DICOM.
 * @throws Problem when nothing in it can be shown to a doctor
 */
export const describeContents = (type: string, examined: InspectedFile[]): Contents => {
  const dicom = examined.flatMap(({ file, facts }) =>
    facts.kind === 'dicom' ? [{ file, dicom: facts.dicom }] : [],
  );
  const pictures = dicom.filter(({ dicom }) => dicom.hasPixelData);
  const plain = type === 'rg' ? examined.filter(({ facts }) => facts.kind === 'image') : [];
  if (pictures.length + plain.length === 0) throw noPictures(type, examined);
  const series = groupSeries(pictures.map(({ dicom }) => dicom));
  const first = pictures[0]?.dicom;
  return {
    series,
    imageCount: series.reduce((frames, { frameCount }) => frames + frameCount, 0) + plain.length,
    studyInstanceUID: first?.studyInstanceUID ?? null,
    patientInFiles:
      (first && {
        name: first.patient.name,
        birthDate: first.patient.birthDate,
        sex: first.patient.sex,
      }) ||
      null,
    warnings: warningsOf(examined),
    slices: pictures.map(({ file: { path }, dicom }) => ({ path, dicom })),
    candidates: [...dicomCandidates(type, pictures, series), ...plainCandidates(plain)].slice(
      0,
      MAX_CANDIDATES,
    ),
  };
};

/** One file that would not be read is named; several are a study without pictures. */
const noPictures = (type: string, examined: InspectedFile[]) => {
  const broken = examined.filter(({ facts }) => facts.kind === 'broken');
  const [only] = broken;
  if (only && broken.length === 1) return invalid(sentences.unreadable(only.file.name.slice(0, 200)));
  return invalid(type === 'rg' ? sentences.noImages : sentences.noVolume);
};

const warningsOf = (examined: InspectedFile[]): string[] =>
  examined
    .flatMap(({ file, facts }) => {
      if (facts.kind === 'broken') return [`${file.name}: ${facts.reason}`];
      return facts.kind === 'dicom' ? facts.dicom.warnings.map((warning) => `${file.name}: ${warning}`) : [];
    })
    .slice(0, MAX_WARNINGS);

/** For a volume the middle of the longest series and its neighbours; for X-rays each picture in its order. */
const dicomCandidates = (
  type: string,
  pictures: { file: CollectedFile; dicom: DicomFile }[],
  series: Series[],
): Candidate[] => {
  const bySeries = series.map(({ seriesInstanceUID }) =>
    pictures.filter(({ dicom }) => dicom.seriesInstanceUID === seriesInstanceUID),
  );
  const chosen = type === 'rg' ? bySeries : bySeries.toSorted((a, b) => framesOf(b) - framesOf(a));
  return chosen.flatMap((files) => {
    const places = orderSlices(files.map(({ dicom }) => dicom));
    const order = type === 'rg' ? places : fromTheMiddle(places);
    return order
      .slice(0, MAX_CANDIDATES)
      .flatMap(({ file, frame }) => (files[file] ? [{ path: files[file].file.path, frame }] : []));
  });
};

const framesOf = (files: { dicom: DicomFile }[]) =>
  files.reduce((frames, { dicom }) => frames + dicom.numberOfFrames, 0);

const fromTheMiddle = <T>(all: T[]): T[] => {
  const middle = all.length >> 1;
  return [...all.slice(middle), ...all.slice(0, middle).reverse()];
};

/** The largest first: the X-ray itself rather than a clinic's logo. */
const plainCandidates = (plain: InspectedFile[]): Candidate[] => {
  const area = ({ facts }: InspectedFile) => (facts.kind === 'image' ? facts.width * facts.height : 0);
  return plain.toSorted((a, b) => area(b) - area(a)).map(({ file }) => ({ path: file.path, frame: null }));
};
