import { NewImplantLine } from '@snimok/contract/viewing/implants';
import { ImplantLibrary, productName } from '@snimok/contract/viewing/planning';
import { expect, test } from 'vitest';
import catalogue from './catalogue.json' with { type: 'json' };
import generic from './implants.json' with { type: 'json' };
import { arrangedLines, GENERIC_LINES, loadCatalogue, searchLines } from './library.ts';

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

const ascends = (values: readonly number[]) => values.every((mm, at) => at === 0 || mm > values[at - 1]!);

test('each line of the catalogue has a name of its own, plausible ascending sizes, and its source', () => {
  const lines = catalogue.implants;
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  expect(new Set(lines.map(productName)).size).toBe(lines.length);
  for (const { id, aliases, source, sizes, ...line } of lines) {
    expect([id, NewImplantLine.safeParse({ ...line, sizes }).error]).toEqual([id, undefined]);
    expect([id, aliases.trim(), source.catalogue.trim()]).not.toContain('');
    expect([id, source.edition?.trim()]).not.toContain('');
    const diameters = sizes.map(({ diameterMm }) => diameterMm);
    const lengths = sizes.flatMap(({ lengthsMm }) => lengthsMm);
    expect([id, ascends(diameters), sizes.every((size) => ascends(size.lengthsMm))]).toEqual([
      id,
      true,
      true,
    ]);
    expect([id, diameters.filter((mm) => mm < 2.5 || mm > 8)]).toEqual([id, []]);
    expect([id, lengths.filter((mm) => mm < 4 || mm > 20)]).toEqual([id, []]);
  }
});

test("a manufacturer's line is found by its name in Russian, and by its size", async () => {
  const lines = await loadCatalogue();
  const found = (query: string) => searchLines(lines, query).map(productName);
  expect(found('осстем')).toEqual(['Osstem TS III']);
  expect(found('blx 3,75x10')).toEqual(['Straumann BLX']);
  expect(found('nobel')).toHaveLength(3);
});

test('lines are ordered by last use, then favourites, then lines of the centre', async () => {
  const own = [
    { manufacturer: 'Завод', line: 'А', sizes: [{ diameterMm: 4, lengthsMm: [10] }] },
    { manufacturer: 'Straumann', line: 'BLX', sizes: [{ diameterMm: 4, lengthsMm: [10] }] },
  ];
  const choice = (manufacturer: string, line: string, isFavourite: boolean, usedAt?: string) => ({
    manufacturer,
    line,
    isFavourite,
    last: usedAt ? { diameterMm: 4, lengthMm: 10, usedAt } : null,
  });
  const choices = [
    choice('Osstem', 'TS III', false, '2026-11-28T09:00:00.000Z'),
    choice('Straumann', 'BLX', true, '2026-11-28T08:00:00.000Z'),
    choice('MIS', 'C1', true),
    choice('Завод', 'Удалённая', true),
  ];
  const lines = arrangedLines({ own, catalogue: await loadCatalogue(), choices });
  expect(lines.slice(0, 5).map((line) => [line.group, productName(line)])).toEqual([
    ['last', 'Osstem TS III'],
    ['last', 'Straumann BLX'],
    ['favourite', 'MIS C1'],
    ['own', 'Завод А'],
    ['generic', 'Стандартный (универсальный)'],
  ]);
  // the centre's own sizes of a line replace those of the catalogue
  expect(lines.filter((line) => productName(line) === 'Straumann BLX').map(({ sizes }) => sizes)).toEqual([
    own[1]!.sizes,
  ]);
});
