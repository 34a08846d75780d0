import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MINIMUM } from '@snimok/contract/auth';
import { invalid } from '../../platform/errors.ts';
import { sentences } from '../../platform/sentences.ts';

/** OWASP Password Storage Cheat Sheet, Argon2id (the library's default): 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PASSWORD_MAXIMUM = 200;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), cost);

/** Compared with the hash of an unknown account too, so that the time of the answer does not tell who has one. */
const dummyHash = hashPassword('nobody signs in with this');

/** `passwordHash` is undefined for an account that does not exist: the same work, and false. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'), cost);
  return passwordHash !== undefined && matches;
};

/** spec.md §5: each rule that is broken has a sentence of its own. */
export const checkNewPassword = async (password: string, owner: { email: string }): Promise<void> => {
  const characters = [...password];
  if (characters.length < PASSWORD_MINIMUM) throw invalid(sentences.passwordShort);
  if (characters.length > PASSWORD_MAXIMUM) throw invalid(sentences.passwordLong);
  if (/\p{Cc}/u.test(password)) throw invalid(sentences.passwordControl);
  if (!/[a-zа-яё]/.test(password)) throw invalid(sentences.passwordNoLowercase);
  if (!/[A-ZА-ЯЁ]/.test(password)) throw invalid(sentences.passwordNoUppercase);
  if (!/\d/.test(password)) throw invalid(sentences.passwordNoDigit);
  if (await isSimple(password, owner.email)) throw invalid(sentences.passwordSimple);
};

/** Words that Russian keyboards make in haste; the English ones come from the dictionary below. */
const simpleWords = [
  'пароль',
  'йцукен',
  'фывапр',
  'ячсмит',
  'привет',
  'любовь',
  'снимок',
  'клиника',
  'стоматолог',
  'доктор',
];

let commonPasswords: Promise<Set<string>> | undefined;

/**
 * Loaded when the first password is chosen: 47,000 leaked passwords (zxcvbn's list) cost memory that signing in
 * never needs.
 */
const loadCommonPasswords = () => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...simpleWords]),
  );
  return commonPasswords;
};

/**
 * A common word stays one with digits or signs around it, in capitals, or typed in the other keyboard layout:
 * `Qwerty123`, `Пароль2026!`, `Gfhjkm1`.
 */
const isSimple = async (password: string, email: string): Promise<boolean> => {
  const words = await loadCommonPasswords();
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^a-zа-яё]+|[^a-zа-яё]+$/g, '');
  const forms = [lower, core, inLatinLayout(lower), inLatinLayout(core), inCyrillicLayout(core)];
  if (forms.some((form) => words.has(form))) return true;
  if (new Set(lower).size < 5 || isRun(core)) return true;
  const mailbox = lettersOf(email.split('@')[0]?.toLowerCase() ?? '');
  return mailbox.length >= 4 && [lower, core].some((form) => lettersOf(form) === mailbox);
};

const lettersOf = (text: string) => text.replace(/[^a-zа-яё0-9]/g, '');

/** `abcdefg` and `987654`: each character one step from the last. */
const isRun = (text: string): boolean =>
  text.length >= 4 &&
  [1, -1].some((step) =>
    [...text].every((c, i, all) => i === 0 || c.charCodeAt(0) - (all[i - 1] ?? '').charCodeAt(0) === step),
  );

const cyrillicRow = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinRow = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const swap = (from: string, to: string) => (text: string) =>
  [...text].map((c) => to[from.indexOf(c)] ?? c).join('');
const inLatinLayout = swap(cyrillicRow, latinRow);
const inCyrillicLayout = swap(latinRow, cyrillicRow);

/** No look-alikes (0 O o, 1 l I), as people copy these from a letter by hand. */
const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** 14 characters of 56: 81 bits; at least one of each kind, so that it passes our own rules. */
export const generatePassword = (): string => {
  const all = sets.join('');
  const pick = (from: string) => from[randomInt(from.length)] ?? '';
  const characters = [...sets.map(pick), ...Array.from({ length: 11 }, () => pick(all))];
  for (let i = characters.length - 1; i > 0; i--) {
    const j = randomInt(i + 1);
    [characters[i], characters[j]] = [characters[j] ?? '', characters[i] ?? ''];
  }
  return characters.join('');
};
