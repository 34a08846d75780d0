import { type Benchmark, percentile, shown, type Table } from '../measuring/figures.ts';
import { fillMillion } from './million.ts';
import { startPortal } from '../programs/portal.ts';
import { type Ask, responseTimes } from '../measuring/response-times.ts';
import type { PortalClient } from '../programs/portal-client.ts';

const CLIENTS = [1, 16];
const RUN_MS = 2500;
const SORTS = ['createdAt', 'patientName', 'doctorName', 'type'];
/** Offsets in the list of 3,000,000 studies, and in the 51,000 of one month. */
const WHOLE = { first: 0, middle: 1_499_970, last: 2_999_970 };
const MONTH = { first: 0, middle: 25_500, last: 51_000 };
/**
 * A fragment in every second name; a common surname; a rare one; name and patronymic; rare name and surname; a phone
 * number; no match.
 */
const QUERIES = ['ова', 'иван', 'муркузн', 'анна сергеевна', 'жанна щук', '8 999 123', 'абырвалг'];

/**
 * Response times of the study list in each order (first, middle and last page) and of the search, at 1,000,000
 * patients.
 */
export const pages: Benchmark = async () => {
  const portal = await startPortal({ worker: false, fill: fillMillion });
  try {
    return await measurePages(portal.assistant);
  } finally {
    await portal.stop();
  }
};

const measurePages = async (assistant: PortalClient): Promise<Table[]> => {
  const measure = async (title: string, path: (n: number) => string) => {
    const ask: Ask = (n, agent) => assistant.get(path(n), agent);
    await responseTimes(ask, 4, RUN_MS / 5);
    const figures: string[] = [];
    for (const clients of CLIENTS) {
      const taken = await responseTimes(ask, clients, RUN_MS);
      figures.push(...[0.5, 0.99].map((share) => shown(percentile(taken, share))));
    }
    return [title, ...figures];
  };
  const lists: string[][] = [];
  for (const sort of SORTS) {
    for (const [position, offset] of Object.entries(WHOLE)) {
      lists.push(
        await measure(`by ${sort}, ${position} page`, (n) =>
          list(`sortedBy=${sort}.${direction(n)}&offset=${offset}`),
        ),
      );
    }
  }
  for (const [position, offset] of Object.entries(MONTH)) {
    lists.push(
      await measure(`a month by patientName, ${position} page`, (n) =>
        list(`sortedBy=patientName.${direction(n)}&offset=${offset}&filterPeriod=2025-06-01`),
      ),
    );
  }
  const searches: string[][] = [];
  for (const query of QUERIES) {
    searches.push(await measure(query, () => `/assistant/search?query=${encodeURIComponent(query)}`));
  }
  const head = ['', 'p50, 1 client', 'p99, 1 client', 'p50, 16 clients', 'p99, 16 clients'];
  return [
    { title: 'Common list at 3,000,000 studies, ms', head, rows: lists },
    { title: 'Search at 1,000,000 patients, ms', head, rows: searches },
  ];
};

const direction = (n: number) => (n % 2 ? 'asc' : 'desc');
const list = (query: string) => `/assistant/studies?${query}`;
