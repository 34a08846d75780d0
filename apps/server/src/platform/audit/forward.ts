import type { Context } from '../context.ts';
import type { Db } from '../db/client.ts';
import { periodicJob } from '../jobs/jobs.ts';
import { findLastLink, linkEvents } from './chain.ts';
import { findCursor, moveCursor } from './heads.ts';
import { syslogMessage } from './syslog-message.ts';
import { sendToCollector } from './syslog-transport.ts';

const BATCH = 500;

/**
 * Sends the linked records after the cursor to the collector of AUDIT_SYSLOG. The cursor moves when the collector has
 * received a batch, so no record is lost while the collector is unavailable. After an interruption a batch may be sent twice.
 * @internal
 */
export const forwardEvents = async (
  context: Context,
  _nothing?: object,
  signal?: AbortSignal,
): Promise<void> => {
  const { db, clock, config } = context;
  if (!config.auditSyslog) return;
  await linkEvents(db);
  let position = await findCursor(db, 'syslog');
  // the collector receives records from now on; `npm run audit -- export` writes the earlier ones
  if (position === null) {
    position = (await findLastLink(db))?.seq ?? 0;
    await moveCursor(db, 'syslog', position, clock.now());
  }
  while (!signal?.aborted) {
    const events = await listLinked(db, position);
    if (events.length === 0) return;
    await sendToCollector(
      config.auditSyslog,
      events.map((event) => syslogMessage(event)),
    );
    position = events.at(-1)?.seq ?? position;
    await moveCursor(db, 'syslog', position, clock.now());
    if (events.length < BATCH) return;
  }
};

const listLinked = (db: Db, after: number) =>
  db
    .selectFrom('auditChain')
    .innerJoin('auditEvents as event', 'event.id', 'auditChain.eventID')
    .select([
      'auditChain.seq',
      'auditChain.hash',
      'event.id',
      'event.at',
      'event.actorKind',
      'event.actorID',
      'event.action',
      'event.doctorID',
      'event.patientID',
      'event.studyID',
      'event.address',
      'event.details',
    ])
    .where('auditChain.seq', '>', after)
    .orderBy('auditChain.seq')
    .limit(BATCH)
    .execute();

export const forwardAudit = periodicJob('forward-audit', forwardEvents);
