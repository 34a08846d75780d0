import type {
  ImportOutcome,
  ImportReason,
  ImportRowState,
} from '@snimok/contract/reception/archive-import-values';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { notFound } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

const selectRows = (db: Tx) =>
  db
    .selectFrom('archiveImportStudies')
    .leftJoin('accounts as client', 'client.id', 'archiveImportStudies.clientID')
    .leftJoin('accounts as decider', 'decider.id', 'archiveImportStudies.decidedBy')
    .selectAll('archiveImportStudies')
    .select(['client.name as clientName', 'decider.name as deciderName']);

export type StudyOfImport = Awaited<ReturnType<typeof findRow>>;

export const findRow = (db: Tx, importID: number, rowID: number) =>
  selectRows(db)
    .where('archiveImportStudies.importID', '=', importID)
    .where('archiveImportStudies.id', '=', rowID)
    .executeTakeFirstOrThrow(() => notFound(sentences.noRow));

interface RowFilter {
  outcome?: ImportOutcome | undefined;
  state?: ImportRowState | undefined;
}

export const listRowsPage = async (
  db: Tx,
  importID: number,
  { outcome, state }: RowFilter,
  { offset, limit }: { offset: number; limit: number },
) => {
  const rows = await selectRows(db)
    .where('archiveImportStudies.importID', '=', importID)
    .$if(outcome !== undefined, (row) => row.where('outcome', '=', outcome ?? ''))
    .$if(state !== undefined, (row) => row.where('archiveImportStudies.state', '=', state ?? ''))
    .orderBy('archiveImportStudies.id')
    .offset(offset)
    .limit(limit)
    .execute();
  const { totalCount } = await db
    .selectFrom('archiveImportStudies')
    .select(({ fn }) => fn.countAll<number>().as('totalCount'))
    .where('importID', '=', importID)
    .$if(outcome !== undefined, (row) => row.where('outcome', '=', outcome ?? ''))
    .$if(state !== undefined, (row) => row.where('state', '=', state ?? ''))
    .executeTakeFirstOrThrow();
  return { rows, totalCount };
};

/** What the portal proposes for a study, or a person has decided. */
export interface Proposal {
  outcome: ImportOutcome;
  reason: ImportReason | null;
  name: string | null;
  birthday: string | null;
  sex: string | null;
  phone: string | null;
  clientID: number | null;
  candidates: number[];
  patientID: number | null;
  sameAs: number | null;
}

/** The columns of a row that come from the source. */
export interface SourceColumns {
  sourceKey: string;
  studyInstanceUID: string | null;
  sourceName: string | null;
  sourcePatientID: string | null;
  sourceBirthDate: string | null;
  sourceSex: string | null;
  sourceStudyDate: string | null;
  sourceStudyTime: string | null;
  accessionNumber: string | null;
  referringPhysician: string | null;
  description: string | null;
  modalities: string[];
  instanceCount: number | null;
  sizeBytes: number | null;
}

export const isPlanned = async (db: Tx, importID: number, sourceKey: string): Promise<boolean> => {
  const row = await db
    .selectFrom('archiveImportStudies')
    .select('id')
    .where('importID', '=', importID)
    .where('sourceKey', '=', sourceKey)
    .executeTakeFirst();
  return row !== undefined;
};

export const insertRow = async (
  tx: Tx,
  importID: number,
  source: SourceColumns,
  proposal: Proposal,
): Promise<void> => {
  await tx
    .insertInto('archiveImportStudies')
    .values({ importID, ...source, ...proposal })
    .onConflict((existing) => existing.doNothing())
    .execute();
};

/** Records what a person decides: the row waits again. */
export const updateDecision = async (
  tx: Tx,
  rowID: number,
  decision: Partial<Proposal> & { decidedBy: number; decidedAt: Date },
): Promise<void> => {
  const restarted = {
    state: 'waiting' satisfies ImportRowState,
    error: null,
    finishedAt: null,
    uploadUUID: null,
  };
  await tx
    .updateTable('archiveImportStudies')
    .set({ ...restarted, ...decision })
    .where('id', '=', rowID)
    .execute();
};

/** Gives the new card of `to` to the rows that were to get the new card of `from`. */
export const redirectFollowers = async (tx: Tx, from: number, to: number): Promise<void> => {
  await tx.updateTable('archiveImportStudies').set({ sameAs: to }).where('sameAs', '=', from).execute();
};

/** The first rows of new patients of this client that have a patient id, a birth date or the words of the name in common. */
export const listNewPatients = (
  db: Tx,
  importID: number,
  sought: { clientID: number; sourcePatientID: string | null; birthday: string | null; name: string },
) =>
  db
    .selectFrom('archiveImportStudies')
    .select(['id', 'name', 'birthday', 'sex', 'sourcePatientID'])
    .where('importID', '=', importID)
    .where('outcome', '=', 'new')
    .where('sameAs', 'is', null)
    .where('clientID', '=', sought.clientID)
    .where(
      sql<boolean>`(source_patient_id = ${sought.sourcePatientID} or birthday = ${sought.birthday}::date
        or name_key(name) = name_key(${sought.name}))`,
    )
    .orderBy('id')
    .limit(200)
    .execute();

/** Earlier rows of this import with the same study UID. */
export const listRowsOfUID = (db: Tx, importID: number, studyInstanceUID: string) =>
  db
    .selectFrom('archiveImportStudies')
    .select(['id', 'sourceKey', 'studyInstanceUID'])
    .where('importID', '=', importID)
    .where('studyInstanceUID', '=', studyInstanceUID)
    .where('outcome', 'not in', ['duplicate', 'left-out'])
    .orderBy('id')
    .execute();

/** The next study to work on: one that was begun, otherwise the first that waits. */
export const findNext = (db: Tx, importID: number) =>
  selectRows(db)
    .where('archiveImportStudies.importID', '=', importID)
    .where((row) =>
      row.or([
        row('archiveImportStudies.state', '=', 'sending'),
        row.and([
          row('archiveImportStudies.state', '=', 'waiting'),
          row('archiveImportStudies.outcome', 'in', ['existing', 'new']),
        ]),
      ]),
    )
    .orderBy(sql`archive_import_studies.state = 'waiting'`)
    .orderBy('archiveImportStudies.id')
    .limit(1)
    .executeTakeFirst();

export const lockRow = (tx: Tx, rowID: number) =>
  tx
    .selectFrom('archiveImportStudies')
    .selectAll()
    .where('id', '=', rowID)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound(sentences.noRow));

interface Progress {
  state?: ImportRowState;
  error?: string | null;
  reason?: ImportReason;
  outcome?: ImportOutcome;
  patientID?: number | null;
  studyID?: number | null;
  uploadUUID?: string | null;
  finishedAt?: Date;
}

export const updateRow = async (tx: Tx, rowID: number, change: Progress): Promise<void> => {
  await tx.updateTable('archiveImportStudies').set(change).where('id', '=', rowID).execute();
};

/** Studies whose files are being processed, with the state of their uploads; no upload if the study was deleted. */
export const listInProcessing = (db: Tx, importID: number) =>
  db
    .selectFrom('archiveImportStudies')
    .leftJoin('uploads', 'uploads.uuid', 'archiveImportStudies.uploadUUID')
    .select([
      'archiveImportStudies.id',
      'archiveImportStudies.studyID',
      'archiveImportStudies.patientID',
      'uploads.status',
      'uploads.error',
    ])
    .select(
      sql<number>`(select coalesce(sum(size_bytes), 0)::float8 from archive_import_instances
        where import_study_id = archive_import_studies.id)`.as('bytes'),
    )
    .where('archiveImportStudies.importID', '=', importID)
    .where('archiveImportStudies.state', '=', 'processing')
    .orderBy('archiveImportStudies.id')
    .execute();

/** At the end of an import, marks the waiting rows whose outcome is no import as left out. */
export const leaveOutOthers = async (tx: Tx, importID: number): Promise<void> => {
  await tx
    .updateTable('archiveImportStudies')
    .set({ state: 'left-out' })
    .where('importID', '=', importID)
    .where('state', '=', 'waiting')
    .where('outcome', 'not in', ['existing', 'new'])
    .execute();
};

/** Studies of an import that are begun and not published. */
export const listUnfinished = (db: Tx, importID: number) =>
  db
    .selectFrom('archiveImportStudies')
    .select(['id', 'studyID', 'patientID', 'uploadUUID'])
    .where('importID', '=', importID)
    .where('state', '=', 'sending')
    .execute();

const TOTALS = sql`
  count(*)::int as studies,
  count(distinct coalesce(source_patient_id, source_name || coalesce(source_birth_date, ''), id::text))::int as patients,
  count(*) filter (where outcome = 'new' and same_as is null)::int as new_patients,
  coalesce(sum(coalesce(size_bytes, average.size))
    filter (where outcome in ('existing', 'new') and state <> 'failed'), 0)::bigint as bytes,
  coalesce(sum(coalesce(size_bytes, average.size)) filter (where state = 'done'), 0)::bigint as done_bytes`;

interface RowTotals {
  studies: number;
  patients: number;
  newPatients: number;
  bytes: number;
  doneBytes: number;
}

export const sumRows = async (db: Tx, importID: number): Promise<RowTotals> => {
  const { rows } = await sql<RowTotals>`
    with average as (select coalesce(avg(size_bytes), 0) as size from archive_import_studies where import_id = ${importID})
    select ${TOTALS} from archive_import_studies cross join average where import_id = ${importID}`.execute(
    db,
  );
  return rows[0] ?? { studies: 0, patients: 0, newPatients: 0, bytes: 0, doneBytes: 0 };
};

export const countRows = (db: Tx, importID: number, by: 'outcome' | 'state') =>
  db
    .selectFrom('archiveImportStudies')
    .select(by)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('importID', '=', importID)
    .groupBy(by)
    .execute();
