import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import { describeVendorFolder, type VendorFile } from '@snimok/imaging/vendors/vendor-folders';
import type { ChosenFile } from '../choose/chosen-file.ts';
import type { Findings } from './inspect-files.ts';
import { countedFiles } from './labels.ts';

export interface Refusal {
  title: string;
  text: string;
}

const SHOWN = 3;
const ANY_TYPE = 'Нужны DICOM, для рентгена также JPEG или PNG.';

/** Why these files cannot become a study of this type; null if they can. `type` is null until one is chosen. */
export function refusalOf(
  files: Pick<ChosenFile, 'filename'>[],
  { contents, vendorFiles }: Pick<Findings, 'contents' | 'vendorFiles'>,
  type: StudyType | null,
): Refusal | null {
  if (contents.includes('dicom') || contents.includes('unknown')) return null;
  const arePictures = contents.includes('picture');
  const takesPictures = type === null || STUDY_TYPES[type].isPicture;
  if (arePictures && takesPictures) return null;
  const names = files.map(({ filename }) => filename);
  if (type === null || takesPictures) return describeNotImages(names, vendorFiles);
  const vendorFolder = refuseVendorFolder(vendorFiles);
  if (vendorFolder) return vendorFolder;
  const { shortLabel } = STUDY_TYPES[type];
  const text = `${listNames(names)}. Для ${shortLabel} нужна серия DICOM.`;
  return { title: arePictures ? `Это не ${shortLabel}` : titleFor(names), text };
}

/** Files of which no study of any type can be made. */
export const describeNotImages = (names: string[], vendorFiles: VendorFile[] = []): Refusal =>
  refuseVendorFolder(vendorFiles) ?? { title: titleFor(names), text: `${listNames(names)}. ${ANY_TYPE}` };

const refuseVendorFolder = (vendorFiles: VendorFile[] = []): Refusal | null => {
  const text = describeVendorFolder(vendorFiles, { hasDicom: false });
  return text === null ? null : { title: 'Снимки в этой папке прочитать нельзя', text };
};

/** What is said about a folder of another vendor's program with DICOM images in it; null for every other. */
export const describeVendor = ({ contents, vendorFiles = [] }: Findings): string | null =>
  contents.includes('dicom') ? describeVendorFolder(vendorFiles, { hasDicom: true }) : null;

/** Files beside images that are not sent. */
export const describeLeftOut = (names: string[]): string =>
  `${names.length === 1 ? 'Не загрузится, это не снимок' : 'Не загрузятся, это не снимки'}: ${listNames(names)}.`;

const titleFor = (names: string[]) => (names.length === 1 ? 'Это не снимок' : 'Это не снимки');

function listNames(paths: string[]): string {
  const names = paths.map((path) => path.split('/').at(-1));
  const more = names.length - SHOWN;
  return names.slice(0, SHOWN).join(', ') + (more > 0 ? ` и ещё ${countedFiles(more)}` : '');
}
