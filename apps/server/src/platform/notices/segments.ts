/** How many short messages one text may take, since each of them is paid for. */
const MAX_SEGMENTS = 3;

/** The basic alphabet of GSM 03.38. A character of its extension follows an escape, so it counts twice. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const EXTENSION = new Set('\f^{}\\[~]|€');

/**
 * How many short messages a text takes. A single message has up to 160 characters (70 in UCS-2). If there are several,
 * each has up to 153 (67).
 * @internal
 */
export const segmentsOf = (text: string): number => {
  const letters = [...text];
  const isBasic = letters.every((letter) => BASIC.has(letter) || EXTENSION.has(letter));
  const length = isBasic
    ? letters.reduce((sum, letter) => sum + (EXTENSION.has(letter) ? 2 : 1), 0)
    : text.length;
  const [single, joined] = isBasic ? [160, 153] : [70, 67];
  return length <= single ? 1 : Math.ceil(length / joined);
};

/** The text, shortened at the end of a word if it would take too many messages; the link stays complete. */
export const fitText = (text: string, link?: string): string => {
  const whole = (words: string) => (link ? `${words}\n${link}` : words);
  const given = text.replace(/[ \t]+/g, ' ').trim();
  if (segmentsOf(whole(given)) <= MAX_SEGMENTS) return whole(given);
  const words = given.split(' ');
  while (words.length > 1) {
    words.pop();
    const shorter = whole(`${words.join(' ')}…`);
    if (segmentsOf(shorter) <= MAX_SEGMENTS) return shorter;
  }
  // a single word is too long
  let letters = [...given];
  while (letters.length > 0 && segmentsOf(whole(`${letters.join('')}…`)) > MAX_SEGMENTS)
    letters = letters.slice(0, -1);
  return whole(`${letters.join('')}…`);
};
