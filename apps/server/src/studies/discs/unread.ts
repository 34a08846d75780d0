import type { ReadFile } from './tasks.ts';

/** An image of which nothing else is known, or a file that could not be read: it is on the disc without an entry in the DICOMDIR. */
export const UNREAD: ReadFile = { keys: null, placement: null, isInverted: false };
