import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import type { Context } from '../../../platform/context.ts';
import { enqueue, handle, type QueuedJob } from '../../../platform/jobs/jobs.ts';

/** Progress of the job: the last object seen, the number of objects seen, and their number at the start of the job. */
interface Position {
  after?: string;
  seen?: number;
  of?: number;
}

/** Queued by migration 0125. */
const queued: QueuedJob<'fill-upload-images', Position> = { name: 'fill-upload-images', attempts: 12 };

/** A batch of studies with 400 slices each takes about two seconds. */
const BATCH_SIZE = 200;
const LOGGED_EVERY = 10 * BATCH_SIZE;

/** The ids that `idOfInstance` and `idOfContent` (image-ids.ts) compute, in SQL. */
const instanceImage = sql`('x' || encode(substring(sha256(
  convert_to(b.study_instance_uid || ' ' || i.sop_instance_uid, 'UTF8')) for 8), 'hex'))::bit(64)::bigint`;
const contentImage = sql`('x' || left(e ->> 'sha256', 16))::bit(64)::bigint`;

/** If an object has DICOM images, records only these, so that its other files are not compared. */
const fillBatch = async (
  tx: Tx,
  after: string | undefined,
  size: number,
): Promise<{ last: string | null; seen: number }> => {
  const { rows } = await sql<{ last: string | null; seen: number }>`
    with batch as materialized (
      select o.id, o.study_instance_uid from objects o join uploads u on u.uuid = o.id
      where ${after === undefined ? sql`true` : sql`o.id > ${after}::uuid`}
        and not exists (select from upload_images known where known.upload_uuid = o.id)
      order by o.id limit ${size} for key share of u
    ), filled as (
      insert into upload_images (upload_uuid, images)
      select b.id, array_agg(distinct ${instanceImage})
      from batch b join object_instances i on i.object_id = b.id and i.has_pixels
      where b.study_instance_uid is not null
      group by b.id
      union all
      select b.id, array_agg(distinct ${contentImage})
      from batch b join object_indexes x on x.object_id = b.id
      cross join lateral jsonb_array_elements(x.entries) e
      where b.study_instance_uid is null and e ? 'sha256'
      group by b.id
      on conflict do nothing
    )
    select (select id from batch order by id desc limit 1) as last, (select count(*)::int from batch) as seen`.execute(
    tx,
  );
  return rows[0] ?? { last: null, seen: 0 };
};

const countObjects = async (tx: Tx): Promise<number> => {
  const { count } = await tx
    .selectFrom('objects')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};

/** Replaces the running job of the same key, which is therefore not repeated if its process dies after the commit. */
const enqueueNext = (tx: Tx, position: Position): Promise<void> =>
  enqueue(tx, queued, position, { key: queued.name });

/**
 * Records the images of one batch of the objects from before migration 0125, and queues the next batch in the same
 * transaction, until all objects are seen. A million images take about 35 s. @internal
 */
export const fillImages = async (
  { db, log }: Pick<Context, 'db' | 'log'>,
  { after, seen = 0, of }: Position,
  size = BATCH_SIZE,
): Promise<void> => {
  const position = await db.transaction().execute(async (tx) => {
    const batch = await fillBatch(tx, after, size);
    const next = { seen: seen + batch.seen, of: of ?? (await countObjects(tx)) };
    if (batch.last !== null) await enqueueNext(tx, { after: batch.last, ...next });
    return { ...next, isEnd: batch.last === null };
  });
  if (position.isEnd) log.info(position, 'the images of all earlier uploads are recorded');
  else if (position.seen % LOGGED_EVERY === 0) log.info(position, 'recording the images of earlier uploads');
};

export const fillUploadImages = handle(queued, {
  pool: 'short',
  run: (context, position) => fillImages(context, position),
});
