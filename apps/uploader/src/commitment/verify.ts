import { type Call, CallProblem } from '@snimok/api-client/call';
import { verifyInstances } from '@snimok/contract/reception/dicom-worklist';
import {
  type Commitment,
  listCopies,
  listInstances,
  recordDecision,
  recordStored,
} from '../ledger/commitments.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** The most that one call of the portal may name. */
const BATCH = 100;

/**
 * Asks the portal which instances of a request it has stored with the bytes that the machine sent. Decides the request when all
 * are stored, or when it is older than `waitMs`. An instance that was sent with different contents counts as stored when the
 * portal has each of them. Returns whether the request is decided.
 */
export async function verifyCommitment(
  { ledger, call, waitMs, now }: { ledger: Ledger; call: Call; waitMs: number; now: () => number },
  { id, receivedMs }: Pick<Commitment, 'id' | 'receivedMs'>,
): Promise<boolean> {
  const copies = Map.groupBy(listCopies(ledger, id), ({ sopUID }) => sopUID);
  const arrived = [...copies.values()].filter((all) => all.every(({ studyID }) => studyID !== null)).flat();
  const isOverdue = now() - receivedMs >= waitMs;
  const missing = new Set<string>();
  for (const [studyID, ofStudy] of Map.groupBy(arrived, (copy) => copy.studyID ?? 0)) {
    const instances = ofStudy.map(({ sopUID, sha256 }) => ({ sopInstanceUID: sopUID, sha256 }));
    const absent = await findMissing(call, studyID, instances).catch((problem: unknown) => {
      if (isOverdue || isGone(problem)) return instances.map(({ sopInstanceUID }) => sopInstanceUID);
      throw problem;
    });
    for (const sopUID of absent) missing.add(sopUID);
  }
  const stored = arrived.map(({ sopUID }) => sopUID).filter((sopUID) => !missing.has(sopUID));
  if (stored.length > 0) recordStored(ledger, id, stored);
  const isDecided = isOverdue || listInstances(ledger, id, false).length === 0;
  if (isDecided) recordDecision(ledger, id, now());
  return isDecided;
}

/** The study was deleted, or the portal is too old to know this call. */
const isGone = (problem: unknown) => problem instanceof CallProblem && problem.status === 404;

interface Instance {
  sopInstanceUID: string;
  sha256: string;
}

/** The portal may check fewer instances at a time than asked, because it reads their bytes. */
async function findMissing(call: Call, studyID: number, instances: Instance[]): Promise<string[]> {
  const missing: string[] = [];
  for (let at = 0; at < instances.length;) {
    const batch = instances.slice(at, at + BATCH);
    const { checked } = await call(verifyInstances, { params: { studyID }, body: { instances: batch } });
    missing.push(...checked.filter(({ stored }) => !stored).map(({ sopInstanceUID }) => sopInstanceUID));
    at += checked.length;
    if (checked.length === 0) throw new Error('the portal has checked no instance');
  }
  return missing;
}
