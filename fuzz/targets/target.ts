import type { Random } from '../generate/random.ts';

/** An entry point that takes bytes. A case is a sequence of bytes that `make` chooses and `run` processes. */
export interface Target {
  make(random: Random): Buffer | Promise<Buffer>;
  /** Rejects if the bytes cause a failure. An intended refusal of the bytes is not a failure. */
  run(bytes: Buffer): Promise<void>;
}

/** A case of one target, and what went wrong. */
export interface Finding {
  target: string;
  case: number;
  /** the first lines are enough to recognise an earlier finding */
  reason: string;
  bytes: Buffer | null;
}

/** Longer than any case may take. */
export const STALL_MS = 5_000;
/** More memory than any case may take. */
export const MEMORY_BYTES = 512 * 1024 ** 2;
/** More memory than a process may have gained by all its cases. */
export const GROWTH_BYTES = 1024 ** 3;
