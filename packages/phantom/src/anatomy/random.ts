/** Pseudo-random numbers from 0 to 1, determined by the seed (mulberry32, T. Ettinger 2017). */
export function randomStream(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Approximately normal, mean 0 and standard deviation 1: the sum of four uniform numbers. */
export const normalRandom = (random: () => number) =>
  (random() + random() + random() + random() - 2) * Math.sqrt(3);
