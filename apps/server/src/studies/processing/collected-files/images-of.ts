import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { STUDY_TYPES, type StudyType } from '@snimok/contract/studies/study-types';
import {
  type ComparedImages,
  idOfContent,
  idOfInstance,
  type ImageID,
} from '../../uploads/identity-checks/image-ids.ts';
import type { CollectedFile } from '../parser-tasks/collected-file.ts';
import type { InspectedFile } from './contents.ts';

/** The ids by which the images of an upload are recognised in a later one. Pictures beside DICOM images are left out. */
export const imagesOf = async (type: StudyType, inspected: InspectedFile[]): Promise<ComparedImages> => {
  const ids = new Set<ImageID>();
  for (const { file, facts } of inspected) {
    if (facts.kind !== 'dicom' || !facts.dicom.hasPixelData) continue;
    const { studyInstanceUID, sopInstanceUID } = facts.dicom;
    const isIdentified = studyInstanceUID !== null && sopInstanceUID !== null;
    ids.add(isIdentified ? idOfInstance(studyInstanceUID, sopInstanceUID) : idOfContent(await hashOf(file)));
  }
  const areDicom = ids.size > 0 || !STUDY_TYPES[type].isPicture;
  if (areDicom) return { ids: [...ids], areDicom };
  for (const { file, facts } of inspected)
    if (facts.kind === 'image') ids.add(idOfContent(await hashOf(file)));
  return { ids: [...ids], areDicom };
};

const hashOf = async ({ path, packed }: CollectedFile): Promise<string> => {
  if (packed) return packed.sha256;
  if (path === null) throw new Error('a file without packed content is not unpacked');
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
};
