import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { boundRecords } from './bounded.ts';
import { type AuditEvent, auditRow, type Initiator } from './record.ts';

/**
 * Audit records of reads and refusals. They are written in batches and outside the request's transaction, because a request
 * must not wait for a disk. A clean stop writes the records that remain.
 */
export interface AuditBuffer {
  add(by: Initiator, event: AuditEvent): void;
  /**
   * For events that a caller can cause without any right. Counts repetitions within a minute instead of storing them,
   * to save the disk.
   */
  addBounded(by: Initiator, event: AuditEvent): void;
  /** Calls the listener after each batch has been written; `flush` waits for it. Errors of the listener are logged. */
  onWritten(listener: (rows: readonly AuditRow[]) => Promise<void>): void;
  /** Resolves when all records added so far are written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

type AuditRow = ReturnType<typeof auditRow>;

const WRITE_EVERY_MS = 1_000;
const BATCH = 500;
/** Above this number, when the database has been unavailable for long, new records are dropped and reported in the log. */
const MAX_WAITING = 100_000;

export const openAuditBuffer = (db: Db, log: Logger): AuditBuffer => {
  let waiting: AuditRow[] = [];
  const listeners: ((rows: readonly AuditRow[]) => Promise<void>)[] = [];
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await db.insertInto('auditEvents').values(batch).execute();
      waiting = waiting.slice(batch.length);
      for (const listener of listeners)
        await listener(batch).catch((cause) =>
          log.error(
            { err: cause },
            'could not check new audit records for alerts; a job checks them within a minute',
          ),
        );
    }
  };
  const flush = (): Promise<void> => {
    const written = writing.then(writeAll);
    writing = written.catch((cause) =>
      log.error(
        { err: cause, waiting: waiting.length },
        'could not write audit records of views and refusals; they are kept and written again',
      ),
    );
    return written;
  };
  const add = (by: Initiator, event: AuditEvent): void => {
    if (waiting.length >= MAX_WAITING)
      return log.error(
        { action: event.action },
        'an audit record was dropped, because too many wait for the database',
      );
    waiting.push(auditRow(by, event, new Date()));
  };
  const bounded = boundRecords(add);
  const timer = setInterval(() => {
    bounded.finish({ early: false });
    if (waiting.length > 0) flush().catch(() => undefined);
  }, WRITE_EVERY_MS);
  timer.unref();

  return {
    add,
    addBounded: bounded.add,
    onWritten: (listener) => void listeners.push(listener),
    flush,
    async close() {
      clearInterval(timer);
      bounded.finish({ early: true });
      await flush();
    },
  };
};
