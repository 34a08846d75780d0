/**
 * A table whose rows name files in the stores. The selects and conditions are texts of SQL, because a backup also reads
 * databases of earlier versions. A select of files has the columns store, key, size_bytes and sha256 (hexadecimal); size
 * and hash are null if the table does not store them.
 */
interface StoredArtifact {
  /** The names of the columns that contain keys. */
  keys: readonly string[];
  /** A select of the files that must exist. */
  files: string;
  /**
   * A select of the files that a backup contains. It has a fifth column, is_complete, which is false for a file that may be
   * missing. Null for files that are made again from a study; a backup contains no rows of such a table.
   */
  saved: string | null;
  /**
   * A condition: whether a key belongs to a row, or to the run that may be writing the row's file. It refers to `a.key`, to
   * `a.id` (the UUID in the key) and to `$2` (the store).
   */
  isOwner: string;
}

/** A table of files that runs make from an object. Row and file are deleted when the object is deleted or archived. */
interface MadeByRuns {
  /** A key consists of `prefix`, the id of the object, the id of the run, and `suffix`. */
  prefix: string;
  suffix: string;
  /** The first word of the names of working folders. */
  folder: string;
  /** The primary key. */
  id: 'objectID' | 'studyID';
  /** A condition on a row: its run has not ended. */
  isUnfinished: string;
  /** Whether the table has the column study_id. A row is also deleted when its study is erased. */
  isOfStudy: boolean;
  /** Whether a backup contains rows and files, because they cannot always be made again. */
  isSaved: boolean;
  /** The tables whose rows a cascade deletes with the row. */
  parts: readonly string[];
}

const madeByRuns = {
  object_views: {
    prefix: 'views/',
    suffix: '',
    folder: 'view',
    id: 'objectID',
    isUnfinished: `status = 'making'`,
    isOfStudy: false,
    isSaved: false,
    parts: ['object_view_series'],
  },
  object_metadata: {
    prefix: 'metadata/',
    suffix: '',
    folder: 'metadata',
    id: 'objectID',
    isUnfinished: 'key is null',
    isOfStudy: false,
    isSaved: false,
    parts: ['object_instances'],
  },
  study_discs: {
    prefix: 'discs/',
    suffix: '.zip',
    folder: 'disc',
    id: 'studyID',
    isUnfinished: `status = 'making'`,
    isOfStudy: true,
    isSaved: false,
    parts: [],
  },
  // a person has requested it, and it takes minutes; the model server that made it may no longer exist
  segmentations: {
    prefix: 'segmentations/',
    suffix: '',
    folder: 'segmentation',
    id: 'objectID',
    isUnfinished: `status in ('queued', 'running')`,
    isOfStudy: true,
    isSaved: true,
    parts: ['segmentation_results'],
  },
} as const satisfies Record<string, MadeByRuns>;

export type DerivedTable = keyof typeof madeByRuns;

export const derivedTables: Readonly<Record<DerivedTable, MadeByRuns>> = madeByRuns;

/** A run that makes an artifact from an object. A newer request or run gives the row another `runID`. */
export interface Run {
  objectID: string;
  runID: string;
}

/**
 * The key of the file that a run writes. Each run has a key of its own: the next run can remove the file of a killed run,
 * and a run that continues after it was replaced overwrites nothing.
 */
export const keyOfRun = (table: DerivedTable, { objectID, runID }: Run): string => {
  const { prefix, suffix } = derivedTables[table];
  return `${prefix}${objectID}.${runID}${suffix}`;
};

/** The keys of a row: the file that it names, and the file that its latest run has written or may be writing. */
export const keysOfRow = (
  table: DerivedTable,
  { objectID, runID, key }: { objectID: string; runID: string | null; key: string | null },
): string[] => {
  const written = runID === null ? [] : [keyOfRun(table, { objectID, runID })];
  return key === null || written.includes(key) ? written : [key, ...written];
};

const saved = (files: string) => `select *, true from (${files}) f`;

const derived = ([table, { prefix, suffix, isSaved }]: [string, MadeByRuns]): [string, StoredArtifact] => {
  const files = `select 'warm', key, size_bytes, null::text from ${table} where key is not null`;
  const isOwner = `$2 = 'warm' and exists (select from ${table} r where r.object_id = a.id
    and (r.key = a.key or a.key = '${prefix}' || r.object_id || '.' || r.run_id || '${suffix}'))`;
  return [table, { keys: ['key'], files, saved: isSaved ? saved(files) : null, isOwner }];
};

const OBJECTS = `select case place when 'cold' then 'cold' else 'warm' end, key, size_bytes, encode(sha256, 'hex')
  from objects where place in ('warm', 'cold', 'bin')`;

const PICTURES = `select 'warm', key, null::bigint, null::text from object_pictures`;

const ATTACHMENTS = `select 'warm', key, size_bytes, encode(sha256, 'hex') from message_attachments
  union all select 'warm', thumbnail_key, null, null from message_attachments where thumbnail_key is not null`;

/** The files of uploads, sent singly or in bundles. Files that wait for processing must exist. */
const ofUploads = (table: string, condition: string): StoredArtifact => {
  const files = (status: string, more = '') => `select 'warm', t.key, t.size_bytes, null::text${more}
    from ${table} t join uploads u on u.uuid = t.upload_uuid where u.status ${status} and ${condition}`;
  return {
    keys: ['key'],
    files: files(`in ('completed', 'processing')`),
    saved: files(`<> 'processed'`, `, u.status <> 'uploading'`),
    // after a failure the sent files stay until the study has another upload
    isOwner: `$2 = 'warm' and a.key like 'uploads/%' and exists (select from uploads u where u.uuid = a.id
      and (u.status <> 'processed' or u.error is not null))`,
  };
};

/**
 * Every table with keys of the stores. Backup, «verify» and the deletion of files made from an object are derived from it.
 * `stored-artifacts.test.ts` fails for a column with keys that is missing here. @internal
 */
export const storedArtifacts: Readonly<Record<string, StoredArtifact>> = {
  objects: {
    keys: ['key'],
    files: OBJECTS,
    saved: saved(OBJECTS),
    // also a move between the stores and a processing run, since both write the file before its row; also the files of
    // headers that earlier versions wrote
    isOwner: `exists (select from objects o where o.id = a.id and (
        (o.key = a.key and o.place = any (case $2 when 'cold' then array['cold', 'lost'] else array['warm', 'bin'] end))
        or a.key = case $2 when 'cold' then 'archive/' else 'studies/' end || o.id || '.' || (o.moves + 1) || '.zip'
        or ($2 = 'warm' and a.key = 'dicomweb/' || o.id || '.jsonl.gz')))
      or ($2 = 'warm' and a.key not like 'uploads/%' and exists (select from uploads u where u.uuid = a.id
        and not exists (select from objects o where o.id = a.id)
        and (a.key not like 'studies/%' or a.key = 'studies/' || u.uuid || '.' || u.run_id || '.zip')))`,
  },
  object_pictures: {
    keys: ['key'],
    files: PICTURES,
    saved: saved(PICTURES),
    // includes the files of a run that makes the panorama again
    isOwner: `$2 = 'warm' and (exists (select from object_pictures p where p.object_id = a.id and p.key = a.key)
      or exists (select from panoramas p where p.object_id = a.id
        and a.key like 'pictures/' || p.object_id || '/' || p.wish_id || '%'))`,
  },
  // a file in a bundle has no key of its own; databases before bundles lack the column
  upload_files: ofUploads('upload_files', `to_jsonb(t) ->> 'bundle_uuid' is null`),
  upload_bundles: ofUploads('upload_bundles', 'true'),
  ...Object.fromEntries(Object.entries(derivedTables).map(derived)),
  message_attachments: {
    keys: ['key', 'thumbnail_key'],
    files: ATTACHMENTS,
    saved: saved(ATTACHMENTS),
    isOwner: `$2 = 'warm' and exists (select from message_attachments t where t.uuid = a.id
      and a.key in (t.key, t.thumbnail_key))`,
  },
};

/** Columns whose names suggest keys of a store, but which contain none. @internal */
export const OTHER_KEYS: readonly string[] = [
  'throttles.key',
  'passkeys.public_key',
  'push_subscriptions.server_key',
  'patients.name_key',
  'archive_import_studies.source_key',
  'archive_import_instances.source_key',
];

const artifacts = Object.entries(storedArtifacts);

const partsOf = (table: string): readonly string[] =>
  new Map<string, MadeByRuns>(Object.entries(derivedTables)).get(table)?.parts ?? [];

/** The tables whose rows a backup leaves out, with their parts. */
export const tablesMadeAgain: readonly string[] = artifacts.flatMap(([table, { saved: files }]) =>
  files === null ? [table, ...partsOf(table)] : [],
);

/** A select of the files that must exist. */
export const requiredFiles: string = artifacts.map(([, { files }]) => files).join('\nunion all ');

/**
 * A select of the files that a backup contains. `tables` are the tables of the database: the database of an earlier
 * version may lack some.
 */
export const savedFiles = (tables: readonly string[] = Object.keys(storedArtifacts)): string =>
  artifacts
    .flatMap(([table, { saved: files }]) => (files !== null && tables.includes(table) ? [files] : []))
    .join('\nunion all ');

/** The conditions `isOwner` of all tables, joined by `or`: whether a key belongs to any row or run. */
export const hasOwner: string = artifacts.map(([, { isOwner }]) => `(${isOwner})`).join('\nor ');
