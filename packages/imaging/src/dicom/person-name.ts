import { cleanText } from './values.ts';

/**
 * A person name as one reads it: `Иванов^Иван^Иванович` → «Иванов Иван Иванович» (PS3.5, 6.2.1.1). Of the alphabetic,
 * ideographic and phonetic groups (parted by `=`) the first that is not empty; title and degree, the fourth and fifth
 * components, are left out, for the portal compares names.
 */
export function readableName(value: string): string | null {
  const groups = value.split('=').map((group) => {
    const components = group.split('^').slice(0, 3).map(cleanText);
    return components.filter((component) => component !== '').join(' ');
  });
  return groups.find((group) => group !== '') ?? null;
}

/** The way back, for files we write: the family name, the given name, and the rest as the middle name. */
export function dicomName(name: string): string {
  const [family = '', given = '', ...middle] = cleanText(name)
    .replace(/[\\^=]/g, ' ')
    .split(' ')
    .filter(Boolean);
  return [family, given, middle.join(' ')].join('^').replace(/\^+$/, '');
}
