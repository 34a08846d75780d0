import { percentile } from '../../measuring/figures.ts';

/** The results of one call of the API in one run. */
interface CallTally {
  /** response times from the moment at which each request was due */
  ms: number[];
  errors: number;
  /** refused with 409, such as a slot that another user has just booked */
  refused: number;
  bytes: number;
}

export type Tally = Record<string, CallTally>;

const empty = (): CallTally => ({ ms: [], errors: 0, refused: 0, bytes: 0 });

export const tallyOf = (tally: Tally, call: string): CallTally => (tally[call] ??= empty());

/** Adds up the tallies of several processes. */
export const mergeTallies = (tallies: Tally[]): Tally => {
  const all: Tally = {};
  for (const tally of tallies) {
    for (const [call, { ms, errors, refused, bytes }] of Object.entries(tally)) {
      const one = tallyOf(all, call);
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
