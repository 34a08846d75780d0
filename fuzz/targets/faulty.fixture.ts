import type { Target } from './target.ts';

/** Targets with planted defects, which the fuzzer has to find. */
const faulty = (run: (byte: number) => void): Target => ({
  make: (random) => random.bytes(1),
  run: async (bytes) => run(bytes.readUInt8(0)),
});

const isRare = (byte: number) => byte % 64 === 7;
const kept: Buffer[] = [];

export const targets: Record<string, Target> = {
  error: faulty((byte) => {
    if (isRare(byte)) throw new TypeError('planted');
  }),
  crash: faulty((byte) => {
    if (isRare(byte)) process.abort();
  }),
  stall: faulty((byte) => {
    while (isRare(byte));
  }),
  memory: faulty((byte) => {
    while (isRare(byte)) kept.push(Buffer.alloc(32 * 1024 ** 2, 1));
  }),
};
