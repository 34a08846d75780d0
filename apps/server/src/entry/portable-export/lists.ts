import { z } from 'zod';

const FileOfExport = z.object({
  path: z.string().describe('relative to the folder of the export, with /'),
  sizeBytes: z.int(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type FileOfExport = z.output<typeof FileOfExport>;

const StudyFile = FileOfExport.extend({
  studyID: z.int(),
  objectID: z.uuid().describe('`objectID` of the study; a copied study has the files of the original'),
  position: z.int().describe('the position of the file among the files of the study, from 0'),
  name: z.string().nullable().describe('as the file was sent; null for a ZIP with all files of an old study'),
}).describe('a file of a study as it was sent');
export type StudyFile = z.output<typeof StudyFile>;

const StoredFile = FileOfExport.extend({
  store: z.enum(['warm', 'cold']),
  key: z.string().describe('as in the row that names the file'),
}).describe('a picture, segmentation or attachment, byte for byte as the portal stores it');
export type StoredFile = z.output<typeof StoredFile>;

const ReportFile = FileOfExport.extend({ reportUUID: z.uuid() }).describe('the PDF/A of a signed report');
export type ReportFile = z.output<typeof ReportFile>;

/** The lists of files in `data/`, which join rows of the tables with files. */
export const fileLists = { studyFiles: StudyFile, storedFiles: StoredFile, reportFiles: ReportFile } as const;
export type FileListName = keyof typeof fileLists;

export const schemaOfList = (name: FileListName) => ({
  ...z.toJSONSchema(fileLists[name]),
  title: name,
  'x-left-out': {},
  'x-differs-after-load': 'nothing',
});

/** The list of all files of an export except the manifest and the list itself: one line of JSON for each file. */
export const FILES = 'files.ndjson';
export const parseFileOfExport = (line: string): FileOfExport => FileOfExport.parse(JSON.parse(line));

/** Written last, so that a folder with a manifest is a complete export. */
export const MANIFEST = 'manifest.json';
export const Manifest = z.object({
  format: z.literal('snimok-export/1'),
  exportedAt: z.iso.datetime(),
  /** the migrations of the database, the newest last */
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
  /** the tables that are not exported, and why */
  leftOut: z.record(z.string(), z.string()),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** files that the portal should have and has lost */
  missing: z.array(z.string()),
  /** uploads whose files are not exported, because they have not become a study */
  unprocessedUploads: z.int(),
  /** the files in the list `files.ndjson`, and the hash of the list */
  files: z.object({ count: z.int(), bytes: z.int(), sha256: z.string() }),
});
export type Manifest = z.output<typeof Manifest>;

export const rowsFile = (name: string) => `data/${name}.ndjson`;
export const schemaFile = (name: string) => `data/${name}.schema.json`;
