import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import { type AuditEvent, auditRow, type Initiator } from './record.ts';

/** Who only looked. Written in batches, since looking must not wait for a disk; a clean stop writes what is left. */
export interface AuditBuffer {
  add(by: Initiator, event: AuditEvent): void;
  /** Resolves when everything noted so far is written. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

const EVERY_MS = 1_000;
const BATCH = 500;
/** Beyond this the database has been away for long: the oldest are kept, the newest say so in the log. */
const MOST = 100_000;

export const openAuditBuffer = (db: Db, log: Logger): AuditBuffer => {
  let waiting: ReturnType<typeof auditRow>[] = [];
  let writing: Promise<void> = Promise.resolve();

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH);
      await db.insertInto('auditEvents').values(batch).execute();
      waiting = waiting.slice(batch.length);
    }
  };
  const flush = (): Promise<void> => {
    const written = writing.then(writeAll);
    writing = written.catch((cause) =>
      log.error({ err: cause, waiting: waiting.length }, 'views not recorded yet'),
    );
    return written;
  };
  const timer = setInterval(() => {
    if (waiting.length > 0) flush().catch(() => undefined);
  }, EVERY_MS);
  timer.unref();

  return {
    add(by, event) {
      if (waiting.length >= MOST) return log.error({ action: event.action }, 'a view was not recorded');
      waiting.push(auditRow(by, event, new Date()));
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
};
