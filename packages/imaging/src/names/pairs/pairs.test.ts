import { expect, test } from 'vitest';
import { differencesBetween, isCertainlySame, type Person } from '../compare-people.ts';
import type { PairsOfKind } from './kinds.fixture.ts';
import { LETTERS } from './letters.fixture.ts';
import { PEOPLE } from './people.fixture.ts';
import { TRANSLITERATIONS } from './transliterations.fixture.ts';

const FILE = '../../../../../docs/names.md';
const BIRTH_DATE = '1980-01-02';

interface Compared {
  one: string;
  other: string;
  /** a miss: two people who are not distinguished; a false alarm: one person who is */
  outcome: 'correct' | 'miss' | 'false alarm';
}

const personOf = (name: string, birthDate: string | null): Person => ({ name, birthDate, sex: null });

function compare({ same, birthDates, pairs }: PairsOfKind): Compared[] {
  return pairs.split('\n').map((line) => {
    const [one = '', other = ''] = line.split('|').map((name) => name.trim());
    const people = [
      personOf(one, BIRTH_DATE),
      personOf(other, birthDates === 'equal' ? BIRTH_DATE : null),
    ] as const;
    const differ = differencesBetween(...people).length > 0;
    // the order of the two people makes no difference
    expect([one, other, differencesBetween(people[1], people[0]).length > 0]).toEqual([one, other, differ]);
    // images are not filed under a similar name without a person's decision
    if (!same)
      expect([one, other, isCertainlySame(...people, { isLinked: false })]).toEqual([one, other, false]);
    return { one, other, outcome: same !== differ ? 'correct' : same ? 'false alarm' : 'miss' };
  });
}

const cell = (name: string) => name.replaceAll('|', '\\|');

test('docs/names.md states the outcome of every pair', async () => {
  const kinds = [...TRANSLITERATIONS, ...LETTERS, ...PEOPLE].map((kind) => ({
    ...kind,
    compared: compare(kind),
  }));
  const count = (compared: Compared[], outcome: Compared['outcome']) =>
    compared.filter((pair) => pair.outcome === outcome).length;
  const row = (name: string, people: string, birthDates: string, compared: Compared[]) =>
    `| ${name} | ${people} | ${birthDates} | ${compared.length} | ${count(compared, 'miss')} | ${count(compared, 'false alarm')} |\n`;
  const all = kinds.flatMap(({ compared }) => compared);
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(new Set(all.map(({ one, other }) => `${one}|${other}`)).size).toBe(all.length);
  const text = [
    HEADING,
    '| kind | people | birth dates | pairs | misses | false alarms |\n|---|---|---|--:|--:|--:|\n',
    ...kinds.map(({ kind, same, birthDates, compared }) =>
      row(kind, same ? 'one' : 'two', birthDates, compared),
    ),
    row('**all**', '', '', all),
    '\n## Pairs\n',
    ...kinds.map(
      ({ kind, same, compared }) =>
        `\n### ${kind}: ${same ? 'one person' : 'two people'}\n\n| one | other | outcome |\n|---|---|---|\n${compared
          .map(({ one, other, outcome }) => `| ${cell(one)} | ${cell(other)} | ${outcome} |\n`)
          .join('')}`,
    ),
  ].join('');
  await expect(text).toMatchFileSnapshot(FILE);
});

const HEADING = `# How names are compared

\`packages/imaging/src/names/pairs/pairs.test.ts\` writes this file (\`node node_modules/vitest/vitest.mjs run --project imaging
names/pairs --update\`) and fails if it does not agree with the code. The pairs are invented; they are no sample of a centre's patients.

Files, cards, bookings and referrals name one person if every word of the shorter name occurs in the longer one, in any order, in full or
as an initial, and at least one in full (\`packages/imaging/src/names/compare-names.ts\`). Words are equal if they have a reading in common
(\`names/word-readings.ts\`): a rough Latin spelling that most transliterations share, with several readings where a letter or
a diacritic has several values. Letters of the other script that look alike are read as those of the word's own script.

With equal birth dates one word may have one typing error: one letter wrong, missing, added or exchanged with its neighbour, not the
first one, in a word of at least six letters. If a known first name and another word agree, the word is the surname: then four letters are
enough, and the first one may be wrong. Two known first names (\`names/given-names.ts\`) and the male and female form of a name are not a
typing error.

A *miss* is two people whom the comparison does not distinguish, a *false alarm* one person whose names are called different. A
false alarm costs a question to a person; a miss of this table still needs two people with equal birth dates who use one centre.

## Summary

`;
