import { sentences } from '../../shared/sentences.ts';

export const PASSWORD_MINIMUM = 8;

/** Permissive on purpose: the server has the last word, and Cyrillic domains are addresses too. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function checkEmail(email: string): string | undefined {
  const { emailMissing, emailInvalid } = sentences.validation;
  if (email.trim() === '') return emailMissing;
  return EMAIL.test(email.trim()) ? undefined : emailInvalid;
}

export function checkPassword(password: string): string | undefined {
  const { passwordMissing, passwordShort } = sentences.validation;
  if (password === '') return passwordMissing;
  return password.length < PASSWORD_MINIMUM ? passwordShort : undefined;
}

export const checkRepeat = (password: string, repeat: string): string | undefined =>
  checkPassword(repeat) ?? (repeat === password ? undefined : sentences.validation.repeatDiffers);

/** spec.md §5, as far as a browser can judge them; that a password is too simple only the server knows. */
export const passwordRules = [
  {
    label: 'не менее 8 символов',
    holds: (password: string) => [...password].length >= PASSWORD_MINIMUM,
  },
  {
    label: 'строчная буква',
    holds: (password: string) => /[a-zа-яё]/.test(password),
  },
  {
    label: 'заглавная буква',
    holds: (password: string) => /[A-ZА-ЯЁ]/.test(password),
  },
  { label: 'цифра', holds: (password: string) => /\d/.test(password) },
];
