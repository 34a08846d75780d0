import type { Vector3 } from '../dicom/elements/file.ts';
import type { LeftOut } from './alike-files.ts';

/** A frame of a series; `file` is its index in the list of files. */
export type SeriesFrame = { file: number; frame: number };

/** A frame that may become a slice, with its position in the patient and along the common normal. */
export type PositionedFrame = SeriesFrame & { position: Vector3; mm: number; number: number | null };

/** A frame that is not in the volume; `number` is the one that is shown to people. */
export type OtherFrame = SeriesFrame & { why: LeftOut; number: number | null };
