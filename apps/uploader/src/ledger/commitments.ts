import { z } from 'zod';
import { inTransaction, type Ledger } from './ledger.ts';

/** A machine's request for storage commitment (PS3.4, annex J). */
const Commitment = z.object({
  id: z.number(),
  transactionUID: z.string(),
  /** AE title of the machine */
  station: z.string(),
  address: z.string(),
  receivedMs: z.number(),
  /** when it was decided which instances are committed; null: not yet */
  decidedMs: z.number().nullable(),
});
export type Commitment = z.infer<typeof Commitment>;

export interface InstanceReference {
  sopClassUID: string;
  sopUID: string;
}

type NewCommitment = Pick<Commitment, 'transactionUID' | 'station' | 'address' | 'receivedMs'>;

/** On the disk when this returns. A request that a machine repeats is recorded once, and its result is reported again. */
export function insertCommitment(
  ledger: Ledger,
  { transactionUID, station, address, receivedMs }: NewCommitment,
  instances: InstanceReference[],
): void {
  inTransaction(ledger, () => {
    const found = ledger
      .prepare(
        `update commitments set address = ?, reportedMs = null where transactionUID = ? and station = ?
         returning id`,
      )
      .get(address, transactionUID, station);
    if (found) return;
    const { lastInsertRowid } = ledger
      .prepare('insert into commitments (transactionUID, station, address, receivedMs) values (?, ?, ?, ?)')
      .run(transactionUID, station, address, receivedMs);
    const insert = ledger.prepare(
      'insert or ignore into commitmentInstances (commitmentID, sopUID, sopClassUID) values (?, ?, ?)',
    );
    for (const { sopUID, sopClassUID } of instances) insert.run(lastInsertRowid, sopUID, sopClassUID);
  });
}

/** The number of a machine's requests whose results were not reported yet. */
export const countOpenCommitments = (ledger: Ledger, station: string): number =>
  Number(
    ledger
      .prepare('select count(*) as open from commitments where station = ? and reportedMs is null')
      .get(station)?.open,
  );

/** Requests whose result the machine does not know, the oldest first. */
export const listOpenCommitments = (ledger: Ledger): Commitment[] =>
  ledger
    .prepare('select * from commitments where reportedMs is null order by id')
    .all()
    .map((row) => Commitment.parse(row));

export const listInstances = (ledger: Ledger, commitmentID: number, stored: boolean): InstanceReference[] =>
  ledger
    .prepare('select sopClassUID, sopUID from commitmentInstances where commitmentID = ? and stored = ?')
    .all(commitmentID, stored ? 1 : 0)
    .map(({ sopClassUID, sopUID }) => ({ sopClassUID: String(sopClassUID), sopUID: String(sopUID) }));

const Copy = z.object({
  sopUID: z.string(),
  sha256: z.string(),
  /** the study of the portal to which it was sent; null while it is on its way */
  studyID: z.number().nullable(),
});
type Copy = z.infer<typeof Copy>;

/**
 * The copies that the machine of a request has sent of instances that are not yet known to be stored: one for each
 * different content of an instance. Copies from other machines under the same UID do not count, because they say nothing
 * about what this machine may delete.
 */
export const listCopies = (ledger: Ledger, commitmentID: number): Copy[] =>
  ledger
    .prepare(
      `select i.sopUID as sopUID, f.sha256 as sha256,
         max(case when p.state = 'done' then p.studyID end) as studyID
       from commitmentInstances i
       join commitments c on c.id = i.commitmentID
       join files f on f.sopUID = i.sopUID and f.sha256 is not null
       join sentFiles s on s.path = f.path and s.station = c.station
       left join parts p on p.id = f.partID
       where i.commitmentID = ? and i.stored = 0 and p.sender is null
       group by i.sopUID, f.sha256`,
    )
    .all(commitmentID)
    .map((row) => Copy.parse(row));

export function recordStored(ledger: Ledger, commitmentID: number, sopUIDs: string[]): void {
  inTransaction(ledger, () => {
    const update = ledger.prepare(
      'update commitmentInstances set stored = 1 where commitmentID = ? and sopUID = ?',
    );
    for (const sopUID of sopUIDs) update.run(commitmentID, sopUID);
  });
}

export const recordDecision = (ledger: Ledger, id: number, nowMs: number): void => {
  ledger.prepare('update commitments set decidedMs = ? where id = ?').run(nowMs, id);
};

export const recordReport = (ledger: Ledger, id: number, nowMs: number): void => {
  ledger.prepare('update commitments set reportedMs = ? where id = ?').run(nowMs, id);
};

/** Removes requests received before a time, whether or not the result could be reported to the machine. */
export const removeOldCommitments = (ledger: Ledger, beforeMs: number): void => {
  ledger.prepare('delete from commitments where receivedMs < ?').run(beforeMs);
};
