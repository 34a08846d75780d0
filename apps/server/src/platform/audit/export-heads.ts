import type { Context } from '../context.ts';
import { periodicJob } from '../jobs/jobs.ts';
import { findCursor, listHeads, moveCursor, readHead, signDailyHead, type SignedHead } from './heads.ts';
import { openHeadExport } from './head-export.ts';

const BATCH = 100;

/** Exports the heads that the destination has not received yet, oldest first. An error is retried by the next run. */
export const exportHeads = async (context: Context): Promise<void> => {
  const { db, clock } = context;
  const destination = await openHeadExport(context);
  let position = (await findCursor(db, 'heads')) ?? 0;
  for (;;) {
    const heads = await listHeads(db, position, BATCH);
    for (const { number, text, signature } of heads) {
      const head = readHead(text);
      if (!head) throw new Error(`row ${number} of the table audit_heads cannot be read as a head`);
      const signed: SignedHead = { head, text, signature };
      await destination.write(signed);
      position = number;
      await moveCursor(db, 'heads', position, clock.now());
    }
    if (heads.length < BATCH) return;
  }
};

/** Signs the first head of a day, and exports the heads that are not exported yet. */
export const signAudit = periodicJob('sign-audit', async (context) => {
  await signDailyHead(context);
  await exportHeads(context);
});
