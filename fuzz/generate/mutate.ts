import type { Random } from './random.ts';

/** Values at which lengths, counts and offsets overflow. */
const EDGES = [
  0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xfffe, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];
/** Most mutations change the first bytes, where headers are. */
const HEAD_BYTES = 4096;
const MAX_MUTATIONS = 8;

type Mutation = (bytes: Buffer, random: Random) => Buffer;

const offsetIn = (bytes: Buffer, random: Random): number =>
  random.int(random.chance(0.6) ? Math.min(bytes.length, HEAD_BYTES) : bytes.length);

const flipBit: Mutation = (bytes, random) => {
  const at = offsetIn(bytes, random);
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.int(8)), at);
  return bytes;
};

const setByte: Mutation = (bytes, random) => {
  bytes.writeUInt8(random.int(256), offsetIn(bytes, random));
  return bytes;
};

const writeEdge: Mutation = (bytes, random) => {
  const width = random.pick([1, 2, 4]);
  const at = Math.min(offsetIn(bytes, random), bytes.length - width);
  if (at < 0) return bytes;
  const value = random.pick(EDGES) % 2 ** (8 * width);
  if (random.chance(0.5)) bytes.writeUIntLE(value, at, width);
  else bytes.writeUIntBE(value, at, width);
  return bytes;
};

const remove: Mutation = (bytes, random) => {
  const at = offsetIn(bytes, random);
  const length = 1 + random.int(Math.min(64, bytes.length - at));
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]);
};

const insert: Mutation = (bytes, random) => {
  const at = offsetIn(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.int(64)), bytes.subarray(at)]);
};

const repeat: Mutation = (bytes, random) => {
  const at = offsetIn(bytes, random);
  const piece = bytes.subarray(at, at + 1 + random.int(256));
  const times = 1 + random.int(50);
  return Buffer.concat([
    bytes.subarray(0, at),
    ...Array.from({ length: times }, () => piece),
    bytes.subarray(at),
  ]);
};

const truncate: Mutation = (bytes, random) => bytes.subarray(0, 1 + random.int(bytes.length));

const mutations = [
  flipBit,
  flipBit,
  setByte,
  setByte,
  writeEdge,
  writeEdge,
  writeEdge,
  remove,
  insert,
  repeat,
  truncate,
];

/** A copy with one to eight small changes, which leave most of the structure intact. */
export const mutate = (seed: Buffer, random: Random): Buffer => {
  let bytes: Buffer = Buffer.from(seed);
  for (let left = 1 + random.int(MAX_MUTATIONS); left > 0 && bytes.length > 0; left -= 1)
    bytes = random.pick(mutations)(bytes, random);
  return bytes;
};

/** The beginning of one file and the end of another. */
export const splice = (one: Buffer, other: Buffer, random: Random): Buffer =>
  Buffer.concat([one.subarray(0, random.int(one.length + 1)), other.subarray(random.int(other.length + 1))]);
