import type { HealthLine, HealthLineName, HealthState } from '@snimok/contract/administration/portal-health';

/** A line of the page, and whether administrators get a letter about it. */
export interface Line extends HealthLine {
  isLettered: boolean;
}

interface Facts {
  state?: HealthState;
  summary: readonly (string | false | null | undefined)[];
  advice?: string | undefined;
  /** false for a state that the centre may have chosen, and for one that a letter cannot report */
  isLettered?: boolean;
}

export const lineOf = (
  line: HealthLineName,
  { state = 'ok', summary, advice, isLettered = true }: Facts,
): Line => ({
  line,
  state,
  summary: summary.filter(Boolean).join(' '),
  advice: state === 'ok' ? null : (advice ?? null),
  isLettered,
});
