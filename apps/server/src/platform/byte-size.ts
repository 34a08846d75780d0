const UNITS = { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** Bytes of a text such as `20GB` or `1.5TB`; undefined if it is no such size, or zero. */
export const parseByteSize = (text: string): number | undefined => {
  const [, number, unit] = /^(\d{1,6}(?:\.\d{1,3})?) ?(B|kB|MB|GB|TB)$/.exec(text.trim()) ?? [];
  if (number === undefined) return undefined;
  const bytes = Math.round(Number(number) * UNITS[unit as keyof typeof UNITS]);
  return bytes > 0 ? bytes : undefined;
};

const WORDS: [from: number, unit: string][] = [
  [1e12, 'ТБ'],
  [1e9, 'ГБ'],
  [1e6, 'МБ'],
  [1e3, 'КБ'],
];

/** For Russian sentences: `20 ГБ`. */
export const sizeInWords = (bytes: number): string => {
  const [from, unit] = WORDS.find(([least]) => bytes >= least) ?? [1, 'байт'];
  return `${(bytes / from).toLocaleString('ru-RU', { maximumFractionDigits: 1 })} ${unit}`;
};
