import type { StudyRow } from './queries.ts';

/**
 * Whether a restored study will become done without a new upload. It needs one if there is no cold store, or if the
 * cold store has lost the object.
 */
export const isBeingRestored = ({ status, restored, objectPlace }: StudyRow): boolean =>
  status === 'in-work' && restored && (objectPlace === 'warm' || objectPlace === 'cold');
