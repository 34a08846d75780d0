import type { Notification } from './listener.ts';

/*
 * Channels of PostgreSQL's notifications. Each process that listens delivers publications to its own clients.
 */

/** Notified in the transaction that adds publications. */
export const PUBLICATIONS_ADDED = 'publications_added';

/**
 * The earlier name of `publications_added`: the previous version listens to it and notifies it, and so does the trigger of
 * migration 0016.
 */
export const FORMERLY_ADDED = 'announced';

/** The payload with which this version notifies `FORMERLY_ADDED`. It notifies `PUBLICATIONS_ADDED` as well. */
export const NOTIFIED_AS_WELL = PUBLICATIONS_ADDED;

/** Whether the notification is the second of two about the same publications. */
export const isRepetition = ({ channel, payload }: Notification): boolean =>
  channel === FORMERLY_ADDED && payload === NOTIFIED_AS_WELL;

/** Notified when publications have been numbered, with the last number. */
export const NUMBERED = 'numbered';
