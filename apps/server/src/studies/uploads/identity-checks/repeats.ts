import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { Tx } from '../../../platform/db/client.ts';
import type { ComparedImages, ImageID } from './image-ids.ts';

/** A study that contains some of the images of other files. */
export interface Repeat {
  studyID: number;
  /** number of the images that it contains */
  images: number;
  /** whether it contains all of them */
  all: boolean;
  uploadedAt: string;
}

const MAX_SHOWN = 5;

export const putImages = async (tx: Tx, uploadUUID: string, images: readonly ImageID[]): Promise<void> => {
  await sql`
    insert into upload_images (upload_uuid, images) values (${uploadUUID}, ${[...images]}::bigint[])
    on conflict (upload_uuid) do update set images = excluded.images`.execute(tx);
};

/**
 * The studies that contain these images, those with most of them first, except `exceptStudyID`. `condition` is a
 * condition on the upload `u`.
 */
const listStudies = async (
  db: Tx,
  { ids, areDicom }: ComparedImages,
  exceptStudyID: number | null,
  condition: RawBuilder<SqlBool>,
): Promise<Repeat[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ studyID: number; images: number; uploadedAt: Date }>`
    select s.id as study_id, found.images, coalesce(u.completed_at, u.created_at) as uploaded_at
    from (
      select i.upload_uuid, (select count(*)::int from unnest(i.images) one where one = any(${ids}::bigint[])) as images
      from upload_images i where i.images ${sql.raw(areDicom ? '&&' : '@>')} ${ids}::bigint[]
    ) found
    join uploads u on u.uuid = found.upload_uuid
    join studies s on s.object_id = u.uuid or (s.id = u.study_id and u.status in ('completed', 'processing') and u.held is null)
    where s.deleted_at is null and s.id is distinct from ${exceptStudyID}::bigint and ${condition}
    order by found.images desc, uploaded_at, s.id limit ${MAX_SHOWN}`.execute(db);
  return rows.map(({ uploadedAt, ...found }) => ({
    ...found,
    all: found.images === ids.length,
    uploadedAt: uploadedAt.toISOString(),
  }));
};

/** Studies that a person sees and that contain these images, published or being processed. */
export const listVisibleRepeats = async (
  db: Tx,
  who: Actor,
  images: ComparedImages,
  exceptStudyID: number | null,
): Promise<Repeat[]> => {
  const repeats = await listStudies(db, images, exceptStudyID, sql`true`);
  if (repeats.length === 0) return [];
  const visible = await db
    .selectFrom('studies')
    .select('id')
    .where(
      'id',
      'in',
      repeats.map(({ studyID }) => studyID),
    )
    .where(visibleStudies(who))
    .execute();
  const ids = new Set(visible.map(({ id }) => id));
  return repeats.filter(({ studyID }) => ids.has(studyID));
};

/** Other studies with images of an upload. Of two uploads that are processed at the same time, only the later one has repeats. */
export const listRepeatsOf = (
  db: Tx,
  { uploadUUID, studyID }: { uploadUUID: string; studyID: number },
  images: ComparedImages,
): Promise<Repeat[]> =>
  listStudies(
    db,
    images,
    studyID,
    sql`(s.object_id = u.uuid or (u.completed_at, u.uuid) <
      (select mine.completed_at, mine.uuid from uploads mine where mine.uuid = ${uploadUUID}))`,
  );
