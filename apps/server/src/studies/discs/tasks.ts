import { fileURLToPath } from 'node:url';
import type { Window } from '@snimok/imaging/pictures/window';
import { z } from 'zod';
import type { Entry } from '../renditions/tasks.ts';

/** A message to a parser process; `out` is a file that it writes. */
export type DiscTask =
  | { task: 'read'; entry: Entry }
  | { task: 'window'; entry: Entry; frame: number }
  | { task: 'picture'; entry: Entry; frame: number; window: Window | null; longestSide: number; out: string };

/** The VRs give the length limits (PS3.5, 6.2); a control character or a backslash would end a value. */
const text = (maxLength: number) =>
  z.string().transform((value) =>
    value
      .replace(/[\p{Cc}\\]/gu, ' ')
      .trim()
      .slice(0, maxLength),
  );
const UID = z.string().regex(/^[0-9.]{1,64}$/);

/** What a DICOMDIR says about an image. The worker checks it, because the parser process has read an untrusted file. */
export const ImageKeys = z.object({
  sopClassUID: UID,
  sopInstanceUID: UID,
  seriesInstanceUID: UID,
  studyInstanceUID: UID,
  transferSyntaxUID: UID,
  instanceNumber: z.int32(),
  seriesNumber: z.int32(),
  seriesDescription: text(64),
  modality: z.string().regex(/^[A-Z0-9_ ]{1,16}$/),
  patientName: text(194),
  patientID: text(64),
  studyDate: z.string().regex(/^(\d{8})?$/),
  studyTime: z.string().regex(/^(\d{2,6}(\.\d{1,6})?)?$/),
  studyDescription: text(64),
  studyID: text(16),
  accessionNumber: text(16),
  institution: text(64),
});
export type ImageKeys = z.infer<typeof ImageKeys>;

const finite = z.number();
const vector = z.tuple([finite, finite, finite]);

/** A file with pictures to show, and the facts that determine its place in its series. */
export const ReadFile = z.object({
  /** null for a plain image, and for DICOM that cannot be listed in a DICOMDIR */
  keys: ImageKeys.nullable().catch(null),
  placement: z
    .object({
      numberOfFrames: z.int().min(1).max(100_000),
      instanceNumber: z.number().nullable(),
      imagePositionMm: vector.nullable(),
      imageOrientation: z.tuple([finite, finite, finite, finite, finite, finite]).nullable(),
      framePositionsMm: z.array(vector.nullable()).max(100_000).nullable(),
    })
    .nullable(),
  isInverted: z.boolean(),
});
export type ReadFile = z.infer<typeof ReadFile>;

/** `read` is null for a file without a picture. `window` is null for a frame whose window cannot be changed. */
export type DiscReply = { read: unknown } | { window: Window | null } | { width: number; height: number };

export const threadFile = fileURLToPath(new URL('./parser-thread.ts', import.meta.url));
