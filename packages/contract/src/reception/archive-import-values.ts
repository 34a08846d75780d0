import { z } from 'zod';
import { Birthday, CalendarDay, Instant, JsonId, Name, Phone, Sex, ShortText } from '../values/fields.ts';

/** `paused`: by a person, or by the portal, which then gives a `problem`. */
export const ArchiveImportState = z.enum(['planning', 'planned', 'running', 'paused', 'finished', 'stopped']);
export type ArchiveImportState = z.infer<typeof ArchiveImportState>;

/** What becomes of a study of the archive; studies that are `unsure` are left out unless a person decides. */
export const ImportOutcome = z.enum(['existing', 'new', 'unsure', 'duplicate', 'left-out']);
export type ImportOutcome = z.infer<typeof ImportOutcome>;

export const ImportReason = z.enum([
  // unsure
  'several-cards',
  'similar-card',
  'similar-patient',
  'no-name',
  'no-sex',
  'no-client',
  'part-is-here',
  // duplicate
  'is-here',
  'twice-in-source',
  // left out
  'no-images',
  'no-files',
  'by-person',
]);
export type ImportReason = z.infer<typeof ImportReason>;

export const ImportRowState = z.enum(['waiting', 'sending', 'processing', 'done', 'failed', 'left-out']);
export type ImportRowState = z.infer<typeof ImportRowState>;

/** Why the portal has paused an import. */
const ImportProblem = z.enum(['source-unreachable', 'author-without-rights', 'disk-full']);

const Host = z.string().trim().min(1).max(253);
const ApplicationTitle = z
  .string()
  .trim()
  .regex(/^[\x20-\x5b\x5d-\x7e]{1,16}$/);
const SourceURL = z.url({ protocol: /^https?$/ }).max(1000);
const Secret = z
  .string()
  .min(1)
  .max(1000)
  .nullish()
  .transform((text) => text ?? null);
const User = ShortText.nullish().transform((text) => text || null);
const port = z.number().int().min(1).max(65_535);

const orthanc = { kind: z.literal('orthanc'), url: SourceURL };
const dicomweb = { kind: z.literal('dicomweb'), url: SourceURL };
const pacs = {
  kind: z.literal('pacs'),
  host: Host,
  port,
  calledTitle: ApplicationTitle,
  callingTitle: ApplicationTitle,
};
const retrieve = z.enum(['get', 'move']);
/** A folder of the worker's machine. */
const folder = z.object({ kind: z.literal('folder'), path: z.string().min(1).max(4000) });

export const NewImportSource = z.discriminatedUnion('kind', [
  z.object({ ...orthanc, user: User, password: Secret }),
  z.object({ ...dicomweb, user: User, password: Secret, token: Secret }),
  z.object({
    ...pacs,
    retrieve: retrieve.default('get'),
    moveTitle: ApplicationTitle.nullish().transform((title) => title ?? null),
    movePort: port.nullish().transform((given) => given ?? null),
  }),
  folder,
]);

/** Answers never contain the password or the token. */
const user = z.string().nullable();
const ImportSource = z.discriminatedUnion('kind', [
  z.object({ ...orthanc, user }),
  z.object({ ...dicomweb, user }),
  z.object({ ...pacs, retrieve, moveTitle: z.string().nullable(), movePort: z.number().int().nullable() }),
  folder,
]);

/** `HH:MM` in the centre's time zone; an import works from the first time to the second, also over midnight. */
const ClockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const Hours = z.object({ from: ClockTime, to: ClockTime });

export const ImportLimits = {
  /** null: as fast as possible */
  rateBytesSecond: z.number().int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
  /** null: all day */
  hours: Hours.nullable(),
};

const StateCounts = z.record(ImportRowState, z.number().int());
const OutcomeCounts = z.record(ImportOutcome, z.number().int());

export const ArchiveImport = z.object({
  importID: z.number().int(),
  source: ImportSource,
  state: ArchiveImportState,
  problem: ImportProblem.nullable(),
  /** the client of new cards for which the list of clients names none */
  client: z.object({ doctorID: z.number().int(), name: z.string() }).nullable(),
  ...ImportLimits,
  createdBy: z.string(),
  createdAt: Instant,
  plannedAt: Instant.nullable(),
  confirmedBy: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
});

export const ImportTotals = z.object({
  studies: z.number().int(),
  /** different persons, as far as the source distinguishes them */
  patients: z.number().int(),
  newPatients: z.number().int(),
  problems: z.number().int(),
  outcomes: OutcomeCounts,
  states: StateCounts,
  /** the bytes of the studies that are imported; sizes that the source does not state are estimated from the others */
  bytes: z.number().int(),
  doneBytes: z.number().int(),
  /** null if the source sent no sample */
  estimatedSeconds: z.number().int().nullable(),
  /** space for the studies and what the portal makes of them */
  neededBytes: z.number().int(),
  /** null for a bucket */
  freeBytes: z.number().int().nullable(),
});

const Candidate = z.object({
  patientID: z.number().int(),
  name: z.string(),
  birthday: CalendarDay.nullable(),
  doctorID: z.number().int(),
  doctorName: z.string(),
});

export const ImportStudy = z.object({
  rowID: z.number().int(),
  studyInstanceUID: z.string().nullable(),
  /** as the source writes them */
  source: z.object({
    patientName: z.string().nullable(),
    patientID: z.string().nullable(),
    birthDate: z.string().nullable(),
    sex: z.string().nullable(),
    studyDate: z.string().nullable(),
    studyTime: z.string().nullable(),
    accessionNumber: z.string().nullable(),
    referringPhysician: z.string().nullable(),
    description: z.string().nullable(),
    modalities: z.array(z.string()),
    instanceCount: z.number().int().nullable(),
    sizeBytes: z.number().int().nullable(),
  }),
  outcome: ImportOutcome,
  reason: ImportReason.nullable(),
  decidedBy: z.string().nullable(),
  /** the facts of a new card */
  newCard: z.object({
    name: z.string().nullable(),
    birthday: CalendarDay.nullable(),
    sex: Sex.nullable(),
    phone: z.string().nullable(),
    doctorID: z.number().int().nullable(),
    doctorName: z.string().nullable(),
  }),
  /** the row whose new card this study gets too */
  sameAs: z.number().int().nullable(),
  /** the chosen card; a new card once it exists */
  card: Candidate.nullable(),
  candidates: z.array(Candidate),
  state: ImportRowState,
  error: z.string().nullable(),
  studyID: z.number().int().nullable(),
});

/** What a person decides about a study: a card, a new card, or nothing. */
export const ImportDecision = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('existing'), patientID: JsonId }),
  z.object({
    outcome: z.literal('new'),
    doctorID: JsonId,
    name: Name,
    birthday: Birthday.nullable(),
    sex: Sex,
    phone: Phone.nullish().transform((phone) => phone || null),
  }),
  /** the card of another study of this import, which is new too */
  z.object({ outcome: z.literal('same'), rowID: JsonId }),
  z.object({ outcome: z.literal('left-out') }),
]);

/** `equal`: every file of the source is in the published study with the same SHA-256. */
export const ImportVerdict = z.enum(['equal', 'differs', 'not-here', 'left-out', 'failed', 'not-done']);

export const ProvenStudy = z.object({
  rowID: z.number().int(),
  studyInstanceUID: z.string().nullable(),
  accessionNumber: z.string().nullable(),
  studyID: z.number().int().nullable(),
  verdict: ImportVerdict,
  /** why it was left out */
  reason: ImportReason.nullable(),
  error: z.string().nullable(),
  instances: z.array(
    z.object({
      sopInstanceUID: z.string().nullable(),
      filename: z.string(),
      sourceSHA256: z.string(),
      /** null if the published study has no such file */
      sha256: z.string().nullable(),
    }),
  ),
});
export type ProvenStudy = z.infer<typeof ProvenStudy>;
