import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { PASSWORD_MINIMUM } from '@snimok/contract/people/auth';
import { invalid } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

/** OWASP Password Storage Cheat Sheet, Argon2id (the library's default): 19 MiB, 2 passes, 1 lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const PASSWORD_MAXIMUM = 200;

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), cost);

/** Verified for unknown accounts, so that the response time does not reveal which e-mails have an account. */
const dummyHash = hashPassword('nobody signs in with this');

/** Without a `passwordHash`, because the account does not exist, returns false after the same amount of work. */
export const isPassword = async (password: string, passwordHash: string | undefined): Promise<boolean> => {
  const matches = await verify(passwordHash ?? (await dummyHash), password.normalize('NFC'), cost);
  return passwordHash !== undefined && matches;
};

/** Throws the sentence of the first rule of product 3.9 that the password breaks. */
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

/** Russian words and keyboard sequences; the dictionary below has the English ones. */
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

/** 47,000 leaked passwords (zxcvbn's list). Loaded when the first password is chosen, because sign-in does not need them. */
const loadCommonPasswords = () => {
  commonPasswords ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...simpleWords]),
  );
  return commonPasswords;
};

/**
 * Whether the password is a common word, a run of characters or the local part of the e-mail. A word is also recognised in
 * capitals, between digits or signs, or in the other keyboard layout (`Qwerty123`, `Пароль2026!`, `Gfhjkm1`).
 */
const isSimple = async (password: string, email: string): Promise<boolean> => {
  const common = await loadCommonPasswords();
  const lower = password.toLowerCase();
  const core = lower.replace(/^[^a-zа-яё]+|[^a-zа-яё]+$/g, '');
  const forms = [lower, core, inLatinLayout(lower), inLatinLayout(core), inCyrillicLayout(core)];
  if (forms.some((form) => common.has(form))) return true;
  if (new Set(lower).size < 5 || isRun(core)) return true;
  const mailbox = lettersOf(email.split('@')[0]?.toLowerCase() ?? '');
  return mailbox.length >= 4 && [lower, core].some((form) => lettersOf(form) === mailbox);
};

const lettersOf = (text: string) => text.replace(/[^a-zа-яё0-9]/g, '');

/** Whether the code points rise or fall by one, as in `abcdefg` and `987654`. */
const isRun = (text: string): boolean =>
  text.length >= 4 &&
  [1, -1].some((step) =>
    [...text].every((c, i, all) => i === 0 || c.charCodeAt(0) - (all[i - 1] ?? '').charCodeAt(0) === step),
  );

const cyrillicRow = 'йцукенгшщзхъфывапролджэячсмитьбюё';
const latinRow = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const swapLayout = (from: string, to: string) => (text: string) =>
  [...text].map((c) => to[from.indexOf(c)] ?? c).join('');
const inLatinLayout = swapLayout(cyrillicRow, latinRow);
const inCyrillicLayout = swapLayout(latinRow, cyrillicRow);

/** Characters that look alike are left out (0 O o, 1 l I), because people copy these passwords by hand. */
const sets = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** 14 characters out of 56 (81 bits), with at least one of each set, so that the password passes `checkNewPassword`. */
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
