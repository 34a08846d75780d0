import type { AuditAction } from '@snimok/contract/administration/history-labels';
import { sql } from 'kysely';
import type { Actor } from '../access/actor.ts';
import type { Tx } from '../db/client.ts';

/** Every way to view or download a study: in the viewer, as a picture, as a file, by DICOMweb. */
export const OPENINGS: readonly AuditAction[] = ['study.view', 'study.download'];

/** The program at a clinic. The account that granted it access has not seen the studies that it fetches. */
const RECEIVER: Actor['kind'] = 'receiver';

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
    .where('actorKind', '<>', RECEIVER)
    .where('action', 'in', [...OPENINGS])
    .execute();
  return new Set(rows.map(({ studyID }) => studyID));
};

/**
 * The different studies that an account has viewed or downloaded within the last hour, by itself or by its upload
 * programs. The conditions match the index audit_events_of_openings.
 */
export const countOpenedInHour = async (db: Tx, accountID: number): Promise<number> => {
  const { rows } = await sql<{ studies: number }>`
    select count(distinct study_id) as studies from audit_events
    where actor_id = ${accountID} and at > now() - interval '1 hour' and action in ('study.view', 'study.download')
      and actor_kind <> ${RECEIVER}`.execute(db);
  return rows[0]?.studies ?? 0;
};

/** The accounts that have opened more studies than this within the last hour. */
export const listAccountsOver = async (db: Tx, studies: number): Promise<number[]> => {
  const { rows } = await sql<{ actorID: number }>`
    select actor_id from audit_events
    where at > now() - interval '1 hour' and action in ('study.view', 'study.download') and actor_id is not null
      and actor_kind <> ${RECEIVER}
    group by actor_id having count(distinct study_id) > ${studies}`.execute(db);
  return rows.map(({ actorID }) => actorID);
};
