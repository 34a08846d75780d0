/** Invisible characters that change how text is read: control characters, marks of direction, joiners and others. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u034f\ufe00-\ufe0f]/gu;

/** Text for printing. Keeps the lines and removes all invisible characters, so that the order of the text cannot be forged. */
export const printed = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
    .replace(/[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .split('\n')
    .map((line) => line.replace(INVISIBLE, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

/** Text for printing in one line. */
export const printedLine = (text: string): string => printed(text).replaceAll(/\s+/g, ' ');
