import { SURNAMES, WOMEN } from '../../lists/million.ts';

const surnames = SURNAMES.split(' ');
const given = WOMEN.split(' ');

export const oneOf = <T>(all: readonly T[]): T => {
  const found = all[Math.floor(Math.random() * all.length)];
  if (found === undefined) throw new Error('oneOf: the list is empty');
  return found;
};

/** A random integer from 0 to `count` - 1. */
export const below = (count: number): number => Math.floor(Math.random() * count);

/**
 * Text as typed into a search field: mostly the beginning of a surname, else surname and name, or a part of a phone
 * number.
 */
export const searchText = (): string => {
  const kind = Math.random();
  const surname = oneOf(surnames).toLowerCase();
  if (kind < 0.6) return surname.slice(0, 4 + below(3));
  if (kind < 0.85)
    return `${surname} ${oneOf(given)
      .toLowerCase()
      .slice(0, 3 + below(3))}`;
  return String(below(1e6)).padStart(6, '0');
};
