import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';
import { job } from '../../platform/jobs/jobs.ts';
import { sentences } from '../../platform/sentences.ts';
import { publishUploadChange } from '../uploads/publish-upload.ts';
import { endUpload } from './queries.ts';

export const sweep = job<Record<string, never>>('sweep', 1);

/** A job that lost its row, or all its tries, leaves an upload that nobody works on: it is ended in words. */
export const sweepUploads = async ({ db, clock, log }: Context): Promise<void> => {
  const { rows } = await sql<{ uuid: string }>`
    select u.uuid from uploads u
    where u.status in ('completed', 'processing') and not exists (
      select 1 from graphile_worker.jobs j
      where j.key = 'process-upload:' || u.uuid and (j.attempts < j.max_attempts or j.locked_at is not null))`.execute(
    db,
  );
  for (const { uuid } of rows) {
    const end = { error: sentences.processingFailed, processedAt: clock.now() };
    const ended = await db.transaction().execute(async (tx) => {
      const isEnded = await endUpload(tx, uuid, null, end);
      if (isEnded) await publishUploadChange(tx, uuid);
      return isEnded;
    });
    if (ended) log.error({ uploadUUID: uuid }, 'an upload was given up');
  }
};
