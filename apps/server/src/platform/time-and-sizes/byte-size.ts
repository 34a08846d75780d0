const UNITS = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** The number of bytes in a text such as `20GB` or `1.5TB`; undefined if the text is no such size, or is zero. */
export const parseByteSize = (text: string): number | undefined => {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(B|kB|MB|GB|TB)$/.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  const bytes = Math.round(Number(number) * UNITS[unit as keyof typeof UNITS]);
  return bytes > 0 ? bytes : undefined;
};

const WORDS = ['байт', 'КБ', 'МБ', 'ГБ', 'ТБ'];

/**
 * A size for Russian sentences: `18,6 ГБ`. Users compare it with the sizes of files in the web app and the upload
 * program. Therefore it has the same units (of 1,024) and the same rounding (`formatBytes`).
 */
export const sizeInWords = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (Math.round(value) >= 1000 && unit < WORDS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toLocaleString('ru-RU', { maximumFractionDigits: value < 100 ? 1 : 0 })} ${WORDS[unit]}`;
};
