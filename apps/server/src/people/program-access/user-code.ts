import { randomInt } from 'node:crypto';
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@snimok/contract/people/program-access';
import { type KeyRing, macOf, macsOf } from '../../platform/secrets/key-ring.ts';

/** A random user code such as WDJB-MJHT, which the program shows and a person compares or types. */
export const newUserCode = (): string => {
  const pick = () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)] ?? '';
  return dashed(Array.from({ length: USER_CODE_LENGTH }, pick).join(''));
};

/** Normalizes a typed code: any case, with or without dashes and spaces, Cyrillic letters that look like Latin ones. */
export const readUserCode = (typed: string): string => {
  const letters = [...typed.toUpperCase()].map((letter) => lookAlikes[letter] ?? letter);
  return dashed(letters.filter((letter) => /[^\s\p{Pd}]/u.test(letter)).join(''));
};

/** Cyrillic letters that look like Latin ones. */
const lookAlikes: Record<string, string> = { В: 'B', С: 'C', Н: 'H', К: 'K', М: 'M', Р: 'P', Т: 'T', Х: 'X' };

const dashed = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/**
 * A keyed hash (HMAC-SHA-256): without the key, the codes could be found from their hashes in a minute. The lookup by
 * hash takes no longer for a code that is nearly right.
 */
export const hashUserCode = (keys: KeyRing, code: string): Buffer => macOf(keys, code);

/** The hashes under which a code may be stored, by the current and by previous secrets. */
export const hashesOfUserCode = (keys: KeyRing, code: string): Buffer[] => macsOf(keys, code);
