import type {
  ImportReason,
  ImportVerdict,
  ProvenStudy,
} from '@snimok/contract/reception/archive-import-values';
import type { z } from 'zod';
import type { Tx } from '../../platform/db/client.ts';
import { listProblemsPage } from './import-queries.ts';
import { listProven } from './instance-queries.ts';
import { listRowsPage } from './study-queries.ts';

type Verdict = z.infer<typeof ImportVerdict>;

const PAGE = 500;

/**
 * Per study the SHA-256 of each file at the source and in the index of the published study as it is now. Made from the tables
 * each time, so that a later proof shows a later change.
 */
export const listProof = async (
  db: Tx,
  importID: number,
  page: { offset: number; limit: number },
): Promise<{ studies: ProvenStudy[]; totalCount: number }> => {
  const { rows, totalCount } = await listRowsPage(db, importID, {}, page);
  const instances = Map.groupBy(
    await listProven(
      db,
      rows.map(({ id }) => id),
    ),
    ({ rowID }) => rowID,
  );
  const studies = rows.map((row): ProvenStudy => {
    const files = (instances.get(row.id) ?? []).map(({ sopInstanceUID, filename, sourceHash, hash }) => {
      return { sopInstanceUID, filename, sourceSHA256: sourceHash, sha256: hash };
    });
    return {
      rowID: row.id,
      studyInstanceUID: row.studyInstanceUID,
      accessionNumber: row.accessionNumber,
      studyID: row.studyID,
      verdict: verdictOf(row.state, row.studyID, files),
      reason: row.reason as ImportReason | null,
      error: row.error,
      instances: files,
    };
  });
  return { studies, totalCount };
};

const verdictOf = (state: string, studyID: number | null, files: ProvenStudy['instances']): Verdict => {
  if (state === 'left-out' || state === 'failed') return state;
  const isPublished = studyID !== null && files.some(({ sha256 }) => sha256 !== null);
  // a stopped import does not record that its last studies were published
  if (state !== 'done' && !(state === 'processing' && isPublished)) return 'not-done';
  if (!isPublished) return 'not-here';
  return files.every(({ sourceSHA256, sha256 }) => sourceSHA256 === sha256) ? 'equal' : 'differs';
};

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The whole proof as NDJSON. The summary counts the studies of each verdict. */
export async function* proofLines(db: Tx, importID: number, at: Date): AsyncGenerator<string> {
  yield lineOf({ import: importID, provenAt: at.toISOString() });
  const summary: Partial<Record<Verdict, number>> = {};
  for (let offset = 0; ; offset += PAGE) {
    const { studies } = await listProof(db, importID, { offset, limit: PAGE });
    for (const study of studies) {
      summary[study.verdict] = (summary[study.verdict] ?? 0) + 1;
      yield lineOf(study);
    }
    if (studies.length < PAGE) break;
  }
  let problems = 0;
  for (let offset = 0; ; offset += PAGE) {
    const { rows } = await listProblemsPage(db, importID, { offset, limit: PAGE });
    problems += rows.length;
    for (const { place: where, reason } of rows) yield lineOf({ problem: { where, reason } });
    if (rows.length < PAGE) break;
  }
  yield lineOf({ summary: { ...summary, problems } });
}
