import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listInstanceFiles } from '../../studies/metadata/queries.ts';
import { findObjectUnlessDeleted } from '../../studies/objects/queries.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { phaseOfRow } from '../../studies/studies/study-rows/study-state.ts';
import { streamFile } from '../../viewing/dicomweb/files/files.ts';

interface SentInstance {
  sopInstanceUID: string;
  /** in hexadecimal */
  sha256: string;
}

/** No further instance is checked after this number of bytes, so that a request ends in seconds. */
const MAX_BYTES = 256 * 1024 ** 2;

/**
 * Reads the files of the instances from the store and compares their contents. An instance whose file cannot be read completely
 * counts as not stored. Stops after `MAX_BYTES`, but checks at least one instance.
 */
export const verifyInstancesOf = async (
  { db, storage }: Context,
  who: Actor,
  studyID: number,
  instances: SentInstance[],
) => {
  const study = await findStudy(db, who, studyID);
  const { objectID } = study;
  const object = objectID === null ? undefined : await findObjectUnlessDeleted(db, objectID);
  const uids = instances.map(({ sopInstanceUID }) => sopInstanceUID);
  // the archive is not read, because machines ask on the day of the examination
  const isReadable = phaseOfRow(study) === 'available';
  const files = object && isReadable ? await listInstanceFiles(db, object.id, uids) : [];
  const checked: (SentInstance & { stored: boolean })[] = [];
  let bytes = 0;
  for (const { sopInstanceUID, sha256 } of instances) {
    if (bytes >= MAX_BYTES) break;
    const file = files.find((one) => one.sopInstanceUID === sopInstanceUID);
    bytes += file?.sizeBytes ?? 0;
    const found = object && file && (await hashOf(streamFile(storage, { object, ...file })));
    checked.push({ sopInstanceUID, sha256, stored: found === sha256 });
  }
  return checked;
};

/** Null if the bytes cannot be read. */
const hashOf = async (content: AsyncIterable<Uint8Array>): Promise<string | null> => {
  const hash = createHash('sha256');
  try {
    for await (const chunk of content) hash.update(chunk);
  } catch {
    return null;
  }
  return hash.digest('hex');
};
