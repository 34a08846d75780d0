import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import type { AuditAction } from './record.ts';

const OPENINGS: AuditAction[] = ['study.view', 'study.download'];

/**
 * Which of these studies the account has viewed or downloaded. The audit records every way to do so, so that no endpoint
 * has to record it a second time; docs/decisions/0044.
 */
export const listOpenedStudies = async (
  db: Tx,
  accountID: number,
  studyIDs: number[],
): Promise<ReadonlySet<number | null>> => {
  const rows = await db
    .selectFrom('auditEvents')
    .select('studyID')
    .distinct()
    .where(sql<boolean>`audit_events.study_id = any(${studyIDs}::bigint[])`)
    .where('actorID', '=', accountID)
    .where('action', 'in', OPENINGS)
    .execute();
  return new Set(rows.map(({ studyID }) => studyID));
};
