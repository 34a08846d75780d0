import { sql } from 'kysely';
import type { Tx } from '../../platform/db/client.ts';
import { patientTables } from '../../platform/db/patient-tables.ts';

type Tables = typeof patientTables;
/** Tables with rows about single patients. */
type PatientTable = { [T in keyof Tables]: 'rowsOf' extends keyof Tables[T] ? T : never }[keyof Tables];

interface Exported {
  /** Columns that are left out besides the internal ones below. */
  hidden?: readonly string[];
}
interface LeftOut {
  /** the reason, for the reader of the file */
  because: string;
}

const inFiles = { because: 'the same is in the files of the studies' };

/** What data.json has of each table. A new table with a patient's rows does not compile until it is listed here. */
export const exportedTables: Record<PatientTable, Exported | LeftOut> = {
  patients: {},
  studies: {},
  patientShares: {},
  accessRequests: {},
  endedShares: {},
  externalShares: {},
  shareEvents: {},
  bookings: {},
  referrals: { hidden: ['rank'] },
  messages: {},
  messageAttachments: { hidden: ['thumbnailKey'] },
  // facts: until a letter is sent, they contain its link
  letters: { hidden: ['facts'] },
  // content: until it is sent, a message may contain a link or a code
  notices: { hidden: ['content', 'subscriptionID'] },
  distinctPatients: {},
  mergedPatients: {},
  reassignments: {},
  uploads: { hidden: ['waitsFor'] },
  uploadFiles: {},
  receivedInstances: {},
  performedSteps: {},
  erasures: {},
  objects: {},
  objectSeries: {},
  objectPictures: {},
  objectViews: {},
  panoramas: {},
  arches: {},
  archiveImportStudies: { hidden: ['candidates'] },
  archiveImportInstances: {},
  archiveImportClients: {},
  archiveImportProblems: {},
  panoProtests: {},
  segmentations: {},
  segmentationClicks: {},
  segmentationResults: {},
  reportDrafts: {},
  reportParts: {},
  // with the PDFs in the folders of the studies
  studyReports: {},
  reportReadings: {},
  studyMarks: {},
  studyMarkVersions: {},
  keyImages: {},
  deliveries: {},
  studyDiscs: {},
  remoteDesktops: { hidden: ['reach', 'host'] },
  auditEvents: {},
  auditChain: { because: 'checksums of the records in auditEvents' },
  digestItems: { because: 'the same is in letters' },
  dialogs: { because: 'the last message of each dialog, repeated' },
  listMarks: { because: 'places in sorted lists' },
  objectIndexes: inFiles,
  objectInstances: inFiles,
  objectMetadata: inFiles,
  objectViewSeries: { because: 'places of frames in a rendition' },
  publications: { because: 'notices of the last minutes to open pages' },
  erasureObjects: { because: 'keys of files that an erasure removes' },
  searchWords: { because: 'single words of names, without a reference to a person' },
  webhookMessages: { because: 'notices to other programs, with ids only' },
  uploadBundles: { because: 'parts of uploads that are still being sent' },
  uploadImages: { because: 'hashes by which images are recognised' },
};

/** Columns that are left out of every table: keys of the stores, tokens and the state of jobs. */
const INTERNAL = /^(key|holders|sought|etag|partsID|holdIfDiffers|ifRepeated|patientUnproven|activeProgram)$/;

type Row = Record<string, unknown>;

const present = (row: Row, hidden: readonly string[]): Row =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([column, value]) => !Buffer.isBuffer(value) && !INTERNAL.test(column) && !hidden.includes(column),
    ),
  );

/** The number of records of the history that one query reads; the other tables have few rows of one patient. */
const PAGE = 1000;

/** The rows of a patient in one table, in pages. */
export async function* readRows(db: Tx, table: PatientTable, patientID: number): AsyncGenerator<Row[]> {
  const { hidden = [] }: Exported = exportedTables[table] as Exported;
  // the cast is safe, because every table has the methods that are used here
  const rows = db
    .selectFrom(table as 'auditEvents')
    .selectAll()
    .where(patientTables[table].rowsOf(patientID));
  if (table !== 'auditEvents') {
    yield (await rows.execute()).map((row) => present(row, hidden));
    return;
  }
  for (let after = 0; ;) {
    const page = await rows.where('id', '>', after).orderBy('id').limit(PAGE).execute();
    yield page.map((row) => present(row, hidden));
    if (page.length < PAGE) return;
    after = page.at(-1)?.id ?? after;
  }
}

/** The names of the accounts whose ids the rows contain. */
export const listNames = async (db: Tx, accountIDs: ReadonlySet<number>) => {
  const { rows } = await sql<{ accountID: number; name: string; role: string }>`
    select id as account_id, name, role from accounts where id = any(${[...accountIDs]}::bigint[]) order by id`.execute(
    db,
  );
  return rows;
};

const ACCOUNTS = /^(doctorID|accountID|creatorID|authorID|actorID|answeredBy|activeBy)$/;

export const accountsIn = (row: Row): number[] =>
  Object.entries(row).flatMap(([column, value]) =>
    ACCOUNTS.test(column) && typeof value === 'number' ? value : [],
  );

export const shownTables = (Object.keys(exportedTables) as PatientTable[]).filter(
  (table) => !('because' in exportedTables[table]),
);
