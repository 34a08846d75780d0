import type { InspectedFile } from '../../studies/uploads/inspect/inspect-files.ts';
import { splitByPatient } from '../../studies/uploads/inspect/mixed-people.ts';

/** The files of one study, and files that belong to none of several studies in their folder. */
interface SplitFiles {
  studies: InspectedFile[][];
  /** a directory of all studies, a vendor's viewer and the like */
  leftOver: InspectedFile[];
}

/**
 * Splits chosen files into studies: each ZIP is one, DICOM files are grouped by Study Instance UID or, without one, by folder.
 * Other files belong to the study of their folder, or of the nearest folder above it. Files that name several patients become
 * one study per patient, because they are never published together.
 */
export function splitFiles(inspected: InspectedFile[]): SplitFiles {
  const { studies, leftOver } = splitByStudy(inspected);
  const split = studies.map((files) => {
    const byPatient = splitByPatient(files);
    return byPatient && byPatient.patients.length > 0
      ? { studies: byPatient.patients.map((one) => one.files), leftOver: byPatient.unnamed }
      : { studies: [files], leftOver: [] };
  });
  return {
    studies: split.flatMap((one) => one.studies),
    leftOver: [...leftOver, ...split.flatMap((one) => one.leftOver)],
  };
}

function splitByStudy(inspected: InspectedFile[]): SplitFiles {
  const studies = new Map<string, InspectedFile[]>();
  const others: InspectedFile[] = [];
  const add = (key: string, file: InspectedFile) => studies.set(key, [...(studies.get(key) ?? []), file]);
  // a directory file (DICOMDIR) has no study; it belongs to the images beside it
  const isOfStudy = ({ header }: InspectedFile) =>
    header && (header.studyUID !== null || header.frameCount > 0);
  for (const file of inspected) {
    const { chosen, kind, header } = file;
    if (kind === 'zip') add(`zip ${chosen.filename}`, file);
    else if (isOfStudy(file)) add(header?.studyUID ?? `folder ${folderOf(chosen.filename)}`, file);
    else others.push(file);
  }
  if (studies.size === 0) return { studies: others.length > 0 ? [others] : [], leftOver: [] };
  if (studies.size === 1) {
    const [only] = studies.values();
    return { studies: [[...only!, ...others]], leftOver: [] };
  }
  return distribute(studies, others);
}

function distribute(studies: Map<string, InspectedFile[]>, others: InspectedFile[]): SplitFiles {
  const dicomStudies = [...studies.values()].filter(([first]) => first?.kind === 'dicom');
  const folders = dicomStudies.map((files) => files.map(({ chosen }) => `${folderOf(chosen.filename)}/`));
  const leftOver: InspectedFile[] = [];
  for (const file of others) {
    const owner = ownerOf(folderOf(file.chosen.filename), folders);
    if (owner === null) leftOver.push(file);
    else dicomStudies[owner]!.push(file);
  }
  return { studies: [...studies.values()], leftOver };
}

/** The index of the only study in the folder or in the nearest folder above it; null if there are several. */
function ownerOf(folder: string, foldersOfStudies: string[][]): number | null {
  for (let at = folder; ; at = folderOf(at)) {
    const owners = foldersOfStudies.flatMap((folders, index) =>
      folders.some((one) => one.startsWith(at === '' ? '' : `${at}/`)) ? index : [],
    );
    if (owners.length > 0) return owners.length === 1 ? owners[0]! : null;
    if (at === '') return null;
  }
}

const folderOf = (path: string) => path.split('/').slice(0, -1).join('/');
