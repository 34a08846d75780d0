import { sentences } from './sentences.ts';
import type { UpdateState } from './state.ts';

export interface UpdateFacts extends Omit<UpdateState, 'program' | 'nextAt' | 'failed'> {
  /** why the program does not update itself; null if it does */
  impossible: string | null;
  isAutomatic: boolean;
}

const timeOf = (at: Date) => at.toLocaleString('ru-RU');

/** The line of the status page. */
export const describeUpdates = (facts: UpdateFacts): string => {
  const { impossible, isAutomatic, checkedAt, problem, updatedAt, previous } = facts;
  if (impossible !== null) return impossible;
  const checked =
    checkedAt === null
      ? sentences.never
      : `${sentences.checkedAt(timeOf(checkedAt))}: ${problem ?? sentences.upToDate}`;
  return [
    ...(isAutomatic ? [] : [sentences.switchedOff]),
    checked,
    ...(updatedAt !== null && previous !== null ? [sentences.since(timeOf(updatedAt), previous)] : []),
  ].join('; ');
};
