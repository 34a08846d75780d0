import { useSearchParams } from 'react-router';
import type { z } from 'zod';
import { usePageOffset } from './paging.tsx';

/** Order, page and filters of a list, as stored in the URL: `?sort=name.desc&page=2`. */
export function useListSearch<Sort extends string>(sorts: z.ZodType<Sort>, defaultSort: Sort) {
  const [search, setSearch] = useSearchParams();
  const offset = usePageOffset();
  const sort = sorts.safeParse(search.get('sort'));

  /** The query string with another value, on the first page. */
  function searchWith(key: string, value: string | null): URLSearchParams {
    const next = new URLSearchParams(search);
    next.delete('page');
    if (value && value !== defaultSort) next.set(key, value);
    else next.delete(key);
    return next;
  }

  return {
    search,
    offset,
    sortedBy: sort.success ? sort.data : defaultSort,
    addressOfSort: (by: Sort) => `?${searchWith('sort', by)}`,
    setSort: (by: Sort) => setSearch(searchWith('sort', by), { replace: true }),
    set: (key: string, value: string | null) => setSearch(searchWith(key, value)),
    clear: () => setSearch({}),
  };
}
