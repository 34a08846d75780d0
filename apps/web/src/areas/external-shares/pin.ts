const DIGITS = 6;

/** Six random digits. Of the 250 byte values used, each digit has 25, so all digits are equally likely. */
export function makePIN(): string {
  let pin = '';
  while (pin.length < DIGITS) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 250) pin += byte % 10;
  }
  return pin;
}

export const checkPIN = (pin: string): string | null =>
  /^\d{4,8}$/.test(pin) ? null : 'ПИН-код: от 4 до 8 цифр';
