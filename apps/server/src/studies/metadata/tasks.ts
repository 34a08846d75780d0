import { fileURLToPath } from 'node:url';
import { ClockTime } from '@snimok/contract/studies/examined-at';
import { z } from 'zod';
import type { EntryRange } from '../../platform/zip/zip-content.ts';

/** A message to a parser process: read the metadata of one file of a study object. */
export interface MetadataTask {
  task: 'metadata';
  /** the local file of the study object */
  path: string;
  /** where the file lies in it */
  entry: EntryRange;
  /** the working file to which the metadata are appended as JSON */
  out: string;
  maxBytes: number;
}

/** Performed Procedure Step Start Date. Instances that were read before searches matched it do not have this key. */
export const STEP_DATE = '00400244';

const UID = z.string().regex(/^[0-9.]{1,64}$/);
const NoUID = z.literal('');
const Stamp = z.object({
  day: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  time: ClockTime.nullable(),
  offset: z.int().min(-720).max(840).nullable(),
});

/**
 * What a parser process reports about one DICOM file. Parsed by the worker, because the process read an untrusted
 * file.
 */
export const FileMetadata = z.object({
  sopInstanceUID: UID,
  /** empty if the file has none */
  seriesInstanceUID: UID.or(NoUID),
  /** empty if it is not a UID */
  transferSyntaxUID: UID.or(NoUID),
  /** 0 if the file states none */
  instanceNumber: z.int(),
  frames: z.int32().min(1),
  hasPixels: z.boolean(),
  dates: z.object({
    acquisition: Stamp.nullable(),
    series: Stamp.nullable(),
    study: Stamp.nullable(),
  }),
  /** the JSON text of the attributes that searches match and return */
  attributes: z.string().max(8192),
  /** the range of the metadata in the working file */
  offset: z.int().min(0),
  bytes: z.int().min(2),
});
export type FileMetadata = z.infer<typeof FileMetadata>;

/** `metadata` is null for a file that is not DICOM or cannot be read. */
export interface MetadataReply {
  metadata: FileMetadata | null;
}

export const threadFile = fileURLToPath(new URL('./parser-thread.ts', import.meta.url));
