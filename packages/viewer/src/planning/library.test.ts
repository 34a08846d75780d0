import { ImplantLibrary } from '@snimok/contract/planning';
import { expect, test } from 'vitest';
import generic from './implants.json' with { type: 'json' };
import { GENERIC_LINES, searchLines } from './library.ts';

test('the generic implants satisfy the schema of a library', () => {
  expect(ImplantLibrary.parse(generic)).toEqual(generic);
});

test('lines are found by names and sizes', () => {
  const own = {
    manufacturer: 'Завод',
    line: 'Тёплый Conical',
    sizes: [{ diameterMm: 4.5, lengthsMm: [9, 10] }],
  };
  const lines = [...GENERIC_LINES, own];
  const found = (query: string) => searchLines(lines, query).map(({ line }) => line);
  expect(found('')).toHaveLength(lines.length);
  expect(found('теплый')).toEqual(['Тёплый Conical']);
  expect(found('ЗАВОД conical')).toEqual(['Тёплый Conical']);
  expect(found('4.5x9')).toEqual(['Тёплый Conical']);
  expect(found('Ø 4,5 × 10')).toEqual(['Стандартный', 'Тёплый Conical']);
  expect(found('узкий 4,5')).toEqual([]);
  // only the sizes that were looked for are listed
  expect(searchLines(lines, '4,5x13').map(({ sizes }) => sizes)).toEqual([
    [{ diameterMm: 4.5, lengthsMm: [13] }],
  ]);
  expect(searchLines(lines, 'стандартный 4,5')[0]?.sizes.map(({ diameterMm }) => diameterMm)).toEqual([4.5]);
});
