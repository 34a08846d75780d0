import { isGuessablePIN } from '@snimok/contract/viewing/external-shares';

const DIGITS = 6;

/** Six random digits. Only byte values below 250 are used: 25 for each digit, so all digits are equally likely. */
export function makePIN(): string {
  let pin = '';
  while (pin.length < DIGITS) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 250) pin += byte % 10;
  }
  return isGuessablePIN(pin) ? makePIN() : pin;
}

export const checkPIN = (pin: string): string | null => {
  if (!/^\d{4,8}$/.test(pin)) return 'ПИН-код: от 4 до 8 цифр';
  return isGuessablePIN(pin) ? 'Такой ПИН-код легко угадать. Выберите другой' : null;
};
