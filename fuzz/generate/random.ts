/** Reproducible random numbers: the same seed gives the same case. Mulberry32 (Tommy Ettinger, public domain). */
export interface Random {
  /** an integer from 0 to `below` - 1 */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  bytes(length: number): Buffer;
}

/** The seed of a case, from the seed of the run and the number of the case (FNV-1a). */
export const seedOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
};

export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (values) => {
      const value = values[int(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => int(256))),
  };
};

/** Mostly the usual value, sometimes another one. */
export const mostly = <T>(random: Random, usual: T, others: readonly T[]): T =>
  random.chance(0.9) ? usual : random.pick(others);
