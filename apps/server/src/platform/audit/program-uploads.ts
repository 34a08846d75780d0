import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';

/**
 * When each of these upload programs completed its latest upload. The conditions match the index
 * audit_events_of_program_uploads.
 */
export const listLastUploads = async (db: Tx, grantIDs: number[]): Promise<ReadonlyMap<number, Date>> => {
  const { rows } = await sql<{ grantID: string; at: Date }>`
    select details ->> 'grantID' as grant_id, max(at) as at from audit_events
    where action = 'study.upload' and actor_kind = 'desktop' and details ->> 'grantID' = any(${grantIDs.map(String)}::text[])
    group by details ->> 'grantID'`.execute(db);
  return new Map(rows.map(({ grantID, at }) => [Number(grantID), at]));
};
