import { percentile } from '../figures.ts';

/** What became of one call over a run: how long each took from the moment it was due, and what failed. */
export interface CallTally {
  ms: number[];
  errors: number;
  /** refused by a rule of the product, such as a slot that somebody took in the same second */
  refused: number;
  bytes: number;
}

export type Tally = Record<string, CallTally>;

const empty = (): CallTally => ({ ms: [], errors: 0, refused: 0, bytes: 0 });

export const of = (tally: Tally, call: string): CallTally => (tally[call] ??= empty());

/** The tallies of several processes as one. */
export const together = (tallies: Tally[]): Tally => {
  const all: Tally = {};
  for (const tally of tallies) {
    for (const [call, { ms, errors, refused, bytes }] of Object.entries(tally)) {
      const one = of(all, call);
      one.ms = one.ms.concat(ms);
      one.errors += errors;
      one.refused += refused;
      one.bytes += bytes;
    }
  }
  return all;
};

export const p99 = ({ ms }: CallTally): number => percentile(ms, 0.99);
export const longest = ({ ms }: CallTally): number => ms.reduce((most, one) => Math.max(most, one), 0);
