import { createHmac, randomInt } from 'node:crypto';
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from '@snimok/contract/program-access';

/** WDJB-MJHT: what the application shows, and a person compares or types. */
export const newUserCode = (): string => {
  const pick = () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)] ?? '';
  return dashed(Array.from({ length: USER_CODE_LENGTH }, pick).join(''));
};

/** As it was shown: in any case, with or without dashes, or typed in the Russian layout by its look. */
export const readUserCode = (typed: string): string => {
  const letters = [...typed.toUpperCase()].map((letter) => lookAlikes[letter] ?? letter);
  return dashed(letters.filter((letter) => /[^\s\p{Pd}]/u.test(letter)).join(''));
};

/** Russian letters that a reader takes for ours. */
const lookAlikes: Record<string, string> = { В: 'B', С: 'C', Н: 'H', К: 'K', М: 'M', Р: 'P', Т: 'T', Х: 'X' };

const dashed = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/** A keyed hash: every code is tried in a minute, but not without the key. Looked up by it, no guess is nearer than another. */
export const hashUserCode = (key: Buffer, code: string): Buffer =>
  createHmac('sha256', key).update(code).digest();
