import { type RawBuilder, sql } from 'kysely';
import { withdrawLetter } from '../../platform/letters/letters.ts';
import type { Tx } from '../../platform/db/client.ts';
import { withdrawTextMessagesAbout } from '../../platform/notices/text-messages.ts';
import { sendingClient } from './queries.ts';
import { aboutLink } from './text-link.ts';

/** A row as PostgreSQL writes it in JSON, from which exactly the same row can be inserted again. */
type StoredRow = Record<string, unknown>;

/** The links to these studies that have not expired, the newest first. */
export const listLiveLinks = (db: Tx, studyIDs: readonly number[], now: Date) =>
  db
    .selectFrom('externalShares')
    .innerJoin('accounts as creator', 'creator.id', 'externalShares.creatorID')
    .select([
      'externalShares.uuid',
      'externalShares.studyID',
      'externalShares.kind',
      'externalShares.createdAt',
      'externalShares.expiresAt',
    ])
    .select([
      // a link on paper has no address
      sql<string>`coalesce(nullif(external_shares.email, ''), 'Выдано пациенту')`.as('email'),
      sendingClient.as('clientID'),
    ])
    .where(sql<boolean>`external_shares.study_id = any(${studyIDs}::bigint[])`)
    .where('externalShares.expiresAt', '>', now)
    .orderBy('externalShares.createdAt', 'desc')
    .orderBy('externalShares.uuid')
    .execute();

/** Revokes the links among these that belong to the studies, with their unsent messages, and returns their rows. */
export const takeLinks = (
  tx: Tx,
  studyIDs: readonly number[],
  shareUUIDs: readonly string[],
): Promise<StoredRow[]> => takeLinksThat(tx, studyIDs, sql`uuid = any(${shareUUIDs}::uuid[])`);

/**
 * Takes the links that were handed to the patient of these studies since a time, also those that have ended, with their
 * log. The links would open the study of another person, and the log would show when the former patient opened it.
 */
export const takePatientLinks = async (
  tx: Tx,
  studyIDs: readonly number[],
  since?: Date,
): Promise<{ links: StoredRow[]; events: StoredRow[] }> => {
  const handedOut = sql`kind = 'patient' and created_at >= ${since ?? '-infinity'}::timestamptz`;
  const links = await takeLinksThat(tx, studyIDs, handedOut);
  const { rows } = await sql<{ row: StoredRow }>`
    delete from share_events
    where study_id = any(${studyIDs}::bigint[]) and share_uuid = any(${links.map(({ uuid }) => uuid)}::uuid[])
    returning to_jsonb(share_events) as row`.execute(tx);
  return { links, events: rows.map(({ row }) => row) };
};

const takeLinksThat = async (tx: Tx, studyIDs: readonly number[], match: RawBuilder<unknown>) => {
  const { rows } = await sql<{ row: StoredRow; uuid: string; studyID: number; letterID: number | null }>`
    delete from external_shares
    where study_id = any(${studyIDs}::bigint[]) and ${match}
    returning to_jsonb(external_shares) as row, uuid, study_id, letter_id`.execute(tx);
  for (const { uuid, studyID, letterID } of rows) {
    if (letterID !== null) await withdrawLetter(tx, letterID);
    await withdrawTextMessagesAbout(tx, aboutLink(studyID, uuid));
  }
  return rows.map(({ row }) => row);
};

/** Inserts revoked links again, except links to purged studies, so that they work as before. */
export const returnLinks = async (tx: Tx, rows: readonly StoredRow[]): Promise<void> => {
  await sql`
    insert into external_shares
    select (jsonb_populate_record(row, jsonb_build_object('letter_id',
      (select id from letters where id = row.letter_id)))).*
    from jsonb_populate_recordset(null::external_shares, ${JSON.stringify(rows)}::jsonb) row
    where exists (select 1 from studies where id = row.study_id)
    on conflict do nothing`.execute(tx);
};

/** Inserts the log of returned links again, in its order. */
export const returnEvents = async (tx: Tx, rows: readonly StoredRow[]): Promise<void> => {
  await sql`
    insert into share_events (study_id, share_uuid, at, action, device)
    select study_id, share_uuid, at, action, device
    from jsonb_populate_recordset(null::share_events, ${JSON.stringify(rows)}::jsonb) row
    where exists (select 1 from studies where id = row.study_id)
    order by id`.execute(tx);
};
