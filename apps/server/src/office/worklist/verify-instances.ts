import { createHash } from 'node:crypto';
import type { Actor } from '../../platform/access/actor.ts';
import type { Context } from '../../platform/context.ts';
import { listInstanceFiles } from '../../studies/metadata/queries.ts';
import { findObjectUnlessDeleted } from '../../studies/objects/queries.ts';
import { findStudy } from '../../studies/studies/queries.ts';
import { phaseOfRow } from '../../studies/studies/study-state.ts';
import { streamFile } from '../../viewing/dicomweb/files.ts';

interface SentInstance {
  sopInstanceUID: string;
  /** in hexadecimal */
  sha256: string;
}

/** So that a request ends in seconds: after as many bytes no further instance is checked. */
const MAX_BYTES = 256 * 1024 ** 2;

/**
 * Reads the files of instances from the store and compares their contents; an instance whose file cannot be read as a whole is not
 * stored. Stops after `MAX_BYTES`, but not before the first instance.
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
  // of the archive nothing is read: machines ask on the day of the examination
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
