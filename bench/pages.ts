import { type Benchmark, percentile, shown, type Table } from './figures.ts';
import { fillMillion } from './million.ts';
import { startPortal } from './portal.ts';
import { times } from './response-times.ts';
import type { PortalClient } from './portal-client.ts';

const HANDS = [1, 16];
const RUN_MS = 2500;
const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];
/** Of 3,000,000 studies; of the 51,000 of a month. */
const WHOLE = { first: 0, middle: 1_499_970, last: 2_999_970 };
const MONTH = { first: 0, middle: 25_500, last: 51_000 };
/** Every second name, a common surname, a rare one, a patronymic with a name, by phone, one that is nowhere. */
const QUERIES = ['ова', 'иван', 'муркузн', 'анна сергеевна', 'жанна щук', '8 999 123', 'абырвалг'];

/** The common list in each order, its first, middle and last page, and the search, at 1,000,000 patients. */
export const pages: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillMillion });
  try {
    return await measurePages(portal.assistant);
  } finally {
    await portal.stop();
  }
};

export const measurePages = async (assistant: PortalClient): Promise<Table[]> => {
  const measure = async (title: string, path: (n: number) => string) => {
    await times({ who: assistant, path }, 4, RUN_MS / 5);
    const figures: string[] = [];
    for (const hands of HANDS) {
      const taken = await times({ who: assistant, path }, hands, RUN_MS);
      figures.push(...[0.5, 0.99].map((share) => shown(percentile(taken, share))));
    }
    return [title, ...figures];
  };
  const lists: string[][] = [];
  for (const sort of SORTS) {
    for (const [place, offset] of Object.entries(WHOLE)) {
      lists.push(
        await measure(`by ${sort}, ${place} page`, (n) =>
          list(`sortedBy=${sort}.${way(n)}&offset=${offset}`),
        ),
      );
    }
  }
  for (const [place, offset] of Object.entries(MONTH)) {
    lists.push(
      await measure(`a month by patientName, ${place} page`, (n) =>
        list(`sortedBy=patientName.${way(n)}&offset=${offset}&filterPeriod=2025-06-01`),
      ),
    );
  }
  const searches: string[][] = [];
  for (const query of QUERIES) {
    searches.push(await measure(query, () => `/assistant/search?query=${encodeURIComponent(query)}`));
  }
  const head = ['', 'p50, 1 asks', 'p99, 1 asks', 'p50, 16 ask', 'p99, 16 ask'];
  return [
    { title: 'Common list at 3,000,000 studies, ms', head, rows: lists },
    { title: 'Search at 1,000,000 patients, ms', head, rows: searches },
  ];
};

const way = (n: number) => (n % 2 ? 'asc' : 'desc');
const list = (query: string) => `/assistant/studies?${query}`;
