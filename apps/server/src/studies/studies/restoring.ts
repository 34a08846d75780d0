import type { StudyRow } from './queries.ts';

/**
 * Restored, and by itself on its way back to being done. Without a cold store, or when that has lost the object, a
 * restored study waits for a new upload instead.
 */
export const isBeingRestored = ({ status, restored, objectPlace }: StudyRow): boolean =>
  status === 'in-work' && restored && (objectPlace === 'warm' || objectPlace === 'cold');
