import type { Tx } from '../../../platform/db/client.ts';
import { listKnownInstances } from '../instance-queries.ts';
import type { Source } from '../sources/source.ts';
import { listRowsOfUID, type Proposal, type SourceColumns } from '../study-queries.ts';

type Found = Pick<Proposal, 'outcome' | 'reason'>;

/**
 * Whether the portal, or an earlier row of the import, has this DICOM study: a duplicate if it has all instances of the source,
 * otherwise a person decides. Null if neither has it.
 */
export const findDuplicate = async (
  db: Tx,
  importID: number,
  source: Source,
  study: SourceColumns,
  signal: AbortSignal,
): Promise<Found | null> => {
  const { studyInstanceUID, sourceKey: key } = study;
  if (studyInstanceUID === null) return null;
  const { isHere, known } = await listKnownInstances(db, studyInstanceUID);
  const earlier = await listRowsOfUID(db, importID, studyInstanceUID);
  if (!isHere && earlier.length === 0) return null;
  const own = await listUIDs(source, { key, studyInstanceUID }, signal);
  if (isHere && isWithin(own, known)) return { outcome: 'duplicate', reason: 'is-here' };
  for (const { sourceKey } of earlier) {
    const others = await listUIDs(source, { key: sourceKey, studyInstanceUID }, signal);
    if (isWithin(own, new Set(others))) return { outcome: 'duplicate', reason: 'twice-in-source' };
  }
  return { outcome: 'unsure', reason: 'part-is-here' };
};

const isWithin = (uids: (string | null)[], known: ReadonlySet<string | null>): boolean =>
  uids.length > 0 && uids.every((uid) => uid !== null && known.has(uid));

const listUIDs = async (
  source: Source,
  study: { key: string; studyInstanceUID: string | null },
  signal: AbortSignal,
): Promise<(string | null)[]> => {
  const uids: (string | null)[] = [];
  for await (const { sopInstanceUID } of source.instances(study, signal)) uids.push(sopInstanceUID);
  return uids;
};
