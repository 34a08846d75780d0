/** Bech32 (BIP 173) without its limit of 90 characters, the text form of age's keys. */
const LETTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM_LENGTH = 6;

const checksumOf = (values: number[]): number => {
  let checksum = 1;
  for (const value of values) {
    const top = checksum >>> 25;
    checksum = ((checksum & 0x1ffffff) << 5) ^ value;
    for (const [i, one] of GENERATOR.entries()) if ((top >>> i) & 1) checksum ^= one;
  }
  return checksum >>> 0;
};

const expanded = (prefix: string): number[] => {
  const codes = Array.from(prefix, (letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

/**
 * Regroups bits from groups of `from` into groups of `to`. With `pad` the last group is filled with zeros. Without, the
 * remaining bits must be zeros: null if they are not.
 */
const regroup = (values: Iterable<number>, from: number, to: number, pad: boolean): number[] | null => {
  const groups: number[] = [];
  let held = 0;
  let bits = 0;
  for (const value of values) {
    held = (held << from) | value;
    bits += from;
    for (; bits >= to; bits -= to) groups.push((held >> (bits - to)) & ((1 << to) - 1));
    held &= (1 << bits) - 1;
  }
  if (pad && bits > 0) groups.push((held << (to - bits)) & ((1 << to) - 1));
  return !pad && (bits >= from || held !== 0) ? null : groups;
};

/** The text in lower case. */
export const encodeBech32 = (prefix: string, bytes: Uint8Array): string => {
  const words = regroup(bytes, 8, 5, true) ?? [];
  const checksum = checksumOf([...expanded(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const check = Array.from({ length: CHECKSUM_LENGTH }, (_, i) => (checksum >>> (5 * (5 - i))) & 31);
  return `${prefix}1${[...words, ...check].map((word) => LETTERS[word]).join('')}`;
};

/** The bytes; null for another prefix, a wrong checksum or mixed case. */
export const decodeBech32 = (prefix: string, text: string): Buffer | null => {
  const lower = text.toLowerCase();
  if ((text !== lower && text !== text.toUpperCase()) || !lower.startsWith(`${prefix}1`)) return null;
  const words = Array.from(lower.slice(prefix.length + 1), (letter) => LETTERS.indexOf(letter));
  if (words.includes(-1) || checksumOf([...expanded(prefix), ...words]) !== 1) return null;
  const bytes = regroup(words.slice(0, -CHECKSUM_LENGTH), 5, 8, false);
  return bytes && Buffer.from(bytes);
};
