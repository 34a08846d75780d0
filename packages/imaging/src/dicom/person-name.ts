import { cleanText } from './elements/values.ts';

/**
 * A person name for display: `Иванов^Иван^Иванович` → «Иванов Иван Иванович» (PS3.5, 6.2.1.1). The first
 * non-empty of the alphabetic, ideographic and phonetic groups (separated by `=`); prefix and suffix, the
 * fourth and fifth components, are omitted because the portal compares names. Null if all groups are empty.
 */
export function readableName(value: string): string | null {
  const groups = value.split('=').map((group) => {
    const components = group.split('^').slice(0, 3).map(cleanText);
    return components.filter((component) => component !== '').join(' ');
  });
  return groups.find((group) => group !== '') ?? null;
}

/**
 * The inverse of `readableName`, for written files: the first word is the family name, the second the given
 * name, the rest the middle name.
 */
export function dicomName(name: string): string {
  const [family = '', given = '', ...middle] = cleanText(name)
    .replace(/[\\^=]/g, ' ')
    .split(' ')
    .filter(Boolean);
  return [family, given, middle.join(' ')].join('^').replace(/\^+$/, '');
}
