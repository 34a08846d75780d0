import { expect, test } from 'vitest';
import { type DateRange, limitedPlaces, searchByDates } from './search-by-dates.ts';

const TODAY = new Date('2026-11-28T12:00:00Z');

/** An archive with studies of these days, which returns at most `limit` of them. */
const archiveOf = (
  days: (string | null)[],
  { limit = Infinity, saysMore = false, ignoresDates = false } = {},
) => {
  const found = new Set<number>();
  let searches = 0;
  const search = async function* (range: DateRange | null) {
    searches += 1;
    const isWithin = (day: string | null) =>
      range === null ||
      ignoresDates ||
      (day !== null && day >= (range.from ?? '') && day <= (range.to ?? '99999999'));
    const all = [...days.keys()].filter((at) => isWithin(days[at] ?? null));
    const given = all.slice(0, limit);
    const added = given.filter((at) => !found.has(at));
    for (const at of added) found.add(at);
    yield* added;
    return { count: given.length, added: added.length, saysMore: saysMore && all.length > limit };
  };
  return { search, found, searches: () => searches };
};

const readAll = async ({ search }: ReturnType<typeof archiveOf>) => {
  const searching = searchByDates(search, TODAY);
  for (;;) {
    const next = await searching.next();
    if (next.done) return next.value;
  }
};

/** One study a day, for this many days. */
const daily = (count: number) =>
  Array.from({ length: count }, (_, at) =>
    new Date(Date.UTC(2016, 0, 1 + at)).toISOString().slice(0, 10).replaceAll('-', ''),
  );

test.each([100, 101, 128, 250])(
  'an archive that returns at most %i studies without saying so is searched by dates',
  async (limit) => {
    const archive = archiveOf(daily(1_234), { limit });
    expect(await readAll(archive)).toEqual({ limit, incomplete: [] });
    expect(archive.found.size).toBe(1_234);
  },
);

test('an archive that reports more results than it returns is searched by dates', async () => {
  const archive = archiveOf(daily(1_000), { limit: 77, saysMore: true });
  expect(await readAll(archive)).toEqual({ limit: 77, incomplete: [] });
  expect(archive.found.size).toBe(1_000);
});

test('an archive that answers everything is searched once, and a few more times if the number of answers is round', async () => {
  const usual = archiveOf(daily(1_234));
  expect([await readAll(usual), usual.searches()]).toEqual([null, 1]);
  const round = archiveOf([...daily(100), ...daily(400)]);
  expect([await readAll(round), round.found.size]).toEqual([null, 500]);
  expect(round.searches()).toBeLessThan(15);
});

test('a day with as many studies as the archive answers, and studies without a date, are reported as incomplete', async () => {
  const days = [...daily(300), ...Array.from({ length: 150 }, () => '20200202'), null];
  const archive = archiveOf(days, { limit: 100 });
  const limited = await readAll(archive);
  expect(limited).toEqual({ limit: 100, incomplete: [{ from: '20200202', to: '20200202' }] });
  expect(limitedPlaces(limited)).toEqual([
    { where: expect.stringContaining('100 studies at most'), reason: 'limited' },
    { where: 'studies from 20200202 to 20200202', reason: 'limited' },
  ]);
});

test('an archive that ignores dates is not searched for each day', async () => {
  const archive = archiveOf(daily(1_234), { limit: 100, saysMore: true, ignoresDates: true });
  expect(await readAll(archive)).toEqual({ limit: 100, incomplete: [{ from: null, to: null }] });
  expect(archive.searches()).toBe(3);
});
