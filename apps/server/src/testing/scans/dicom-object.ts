import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Context } from '../../platform/context.ts';
import { makeMetadataOf } from '../../studies/metadata/make-metadata.ts';
import type { FileToSend } from './sending.ts';

/**
 * Replaces the object of a study made by `make.study` with these files, concatenated without ZIP headers, and inserts
 * the index and the metadata that processing would make of them. Returns the object's id.
 */
export const storeStudyFiles = async (
  context: Context,
  studyID: number,
  studyInstanceUID: string,
  files: FileToSend[],
): Promise<string> => {
  const { db, storage } = context;
  const { objectID, key } = await db
    .selectFrom('studies')
    .innerJoin('objects', 'objects.id', 'studies.objectID')
    .select(['objects.id as objectID', 'objects.key'])
    .where('studies.id', '=', studyID)
    .executeTakeFirstOrThrow();
  let offset = 0;
  const entries = files.map(({ filename, bytes }) => {
    const entry = {
      name: filename,
      offset,
      compressedBytes: bytes.length,
      sizeBytes: bytes.length,
      method: 'stored' as const,
      crc32: crc32(bytes),
    };
    offset += bytes.length;
    return entry;
  });
  await storage.put(key, Readable.from(files.map(({ bytes }) => Buffer.from(bytes))));
  await db
    .updateTable('objects')
    .set({ studyInstanceUID, sizeBytes: offset })
    .where('id', '=', objectID)
    .execute();
  await db
    .insertInto('objectIndexes')
    .values({ objectID, entries: JSON.stringify(entries) })
    .execute();
  await makeMetadataOf(context, { objectID }, new AbortController().signal);
  return objectID;
};
