import { sentences } from '../../../shared/calls/sentences.ts';

const PASSWORD_MINIMUM = 8;

/** Permissive on purpose: the server decides, and Cyrillic domains are valid. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

export function checkEmail(email: string): string | undefined {
  const { emailMissing, emailInvalid } = sentences.validation;
  if (email.trim() === '') return emailMissing;
  return EMAIL.test(email.trim()) ? undefined : emailInvalid;
}

export function checkPassword(password: string): string | undefined {
  const { passwordMissing, passwordShort } = sentences.validation;
  if (password === '') return passwordMissing;
  return [...password].length < PASSWORD_MINIMUM ? passwordShort : undefined;
}

export const checkRepeat = (password: string, repeat: string): string | undefined =>
  checkPassword(repeat) ?? (repeat === password ? undefined : sentences.validation.repeatDiffers);

/** The rules of product 3.9 that a browser can check; only the server checks for simple passwords. */
export const passwordRules = [
  {
    label: 'не меньше 8 символов',
    isMet: (password: string) => [...password].length >= PASSWORD_MINIMUM,
  },
  {
    label: 'строчная буква (кириллица или латиница)',
    isMet: (password: string) => /[a-zа-яё]/.test(password),
  },
  {
    label: 'заглавная буква (кириллица или латиница)',
    isMet: (password: string) => /[A-ZА-ЯЁ]/.test(password),
  },
  { label: 'цифра', isMet: (password: string) => /\d/.test(password) },
];
