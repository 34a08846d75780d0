import type { Context } from '../../platform/context.ts';
import { EntryNames } from '../../platform/zip/entry-names.ts';
import type { StreamedFile } from '../../platform/zip/stream-zip.ts';
import type { ZippedFolder } from '../../platform/zip/join-zips.ts';
import type { ByteSpan, Storage } from '../../platform/outside/storage/storage.ts';
import { listEntries } from '../../studies/objects/queries.ts';
import type { SegmentationResult } from '../../studies/processing/parser-tasks/segment-task.ts';
import { folderName } from '../../studies/studies/downloads/file-name.ts';
import { type ExportedStudy, listPictures, listReportDocuments } from './queries.ts';

/** The folder of each study by its id, unique in the ZIP. */
export const foldersOf = (studies: readonly ExportedStudy[], timeZone: string): Map<number, string> => {
  const names = new EntryNames();
  return new Map(studies.map((study) => [study.id, `studies/${names.add(folderName(study, timeZone))}`]));
};

const PICTURES: Record<string, string> = {
  full: 'picture.jpg',
  card: 'picture-small.jpg',
  values: 'panorama-values.png',
};

/** The name of a report's PDF in the folder of its study. */
export const reportName = (number: number): string => `report-${number}.pdf`;

interface Stored {
  store: Storage;
  key: string;
}

/**
 * Everything that the stores have of these studies: the files as they were sent, pictures and panoramas, the rendition and
 * the surfaces of the segmentation. Files that a store has lost are added to `missing`. The object of a copied study belongs
 * to another patient as well; it is exported here too.
 */
export async function* filesOf(
  context: Context,
  studies: readonly ExportedStudy[],
  missing: string[],
): AsyncGenerator<StreamedFile | ZippedFolder> {
  const { db, config, storage, archive } = context;
  const folders = foldersOf(studies, config.timeZone);
  const has = async (name: string, { store, key }: Stored): Promise<boolean> => {
    if (await store.head(key)) return true;
    missing.push(name);
    return false;
  };
  for (const study of studies) {
    const folder = folders.get(study.id) ?? '';
    for (const { number, document } of await listReportDocuments(db, study.id))
      yield { name: `${folder}/${reportName(number)}`, content: [document], isCompressed: true };
    const { objectID, indexID, key, place, doneAt, createdAt } = study;
    if (objectID === null || key === null) continue;
    const isCold = place === 'cold' || key.startsWith('archive/');
    const object: Stored = { store: isCold && archive ? archive : storage, key };
    if (await has(`${folder}/files`, object)) {
      const read = (span?: ByteSpan) => object.store.read(key, span);
      const modifiedAt = doneAt ?? createdAt;
      yield indexID === null
        ? { name: `${folder}/files.zip`, content: await read(), isCompressed: true }
        : { name: `${folder}/files`, modifiedAt, listEntries: () => listEntries(db, objectID), read };
    }
    for (const derived of await derivedFiles(context, study)) {
      const name = `${folder}/${derived.name}`;
      const stored: Stored = { store: storage, key: derived.key };
      if (await has(name, stored))
        yield { name, content: await storage.read(derived.key, derived.span), isCompressed: true };
    }
  }
}

interface DerivedFile {
  name: string;
  key: string;
  span?: ByteSpan;
}

/** Pictures, rendition and surfaces of a study's object. */
const derivedFiles = async (
  { db }: Context,
  { objectID, viewKey, segmentationKey, segmentationResult }: ExportedStudy,
): Promise<DerivedFile[]> => {
  const pictures = objectID === null ? [] : await listPictures(db, objectID);
  // written by studies/segmentations
  const { files, structures } = (segmentationResult as SegmentationResult | null) ?? {};
  const surfaces = { ...files, ...(structures && { 'structures.glb': structures.file }) };
  return [
    ...pictures.map(({ size, key }) => ({ name: PICTURES[size] ?? `picture-${size}`, key })),
    ...(viewKey === null ? [] : [{ name: 'rendition.bin', key: viewKey }]),
    ...(segmentationKey === null
      ? []
      : Object.entries(surfaces).map(([file, { at, length }]) => ({
          name: `segmentation/${file}`,
          key: segmentationKey,
          span: { start: at, end: at + length },
        }))),
  ];
};
