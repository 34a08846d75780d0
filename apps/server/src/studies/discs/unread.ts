import type { ReadFile } from './tasks.ts';

/** A plain image, or a file that could not be read. Such a file is on the disc without a record in the DICOMDIR. */
export const UNREAD: ReadFile = { keys: null, placement: null, isInverted: false };
