/** The number of rows that one query reads. */
export const PAGE_ROWS = 500;

/**
 * Reads the order of the whole list at once and its rows page after page, so that a row that moves meanwhile is neither
 * missed nor repeated.
 */
export async function* pagesOf<Row extends { id: number }>(
  listIDs: () => Promise<number[]>,
  read: (ids: number[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const ids = await listIDs();
  for (let from = 0; from < ids.length; from += PAGE_ROWS) {
    const page = ids.slice(from, from + PAGE_ROWS);
    const rows = new Map((await read(page)).map((row) => [row.id, row]));
    yield page.flatMap((id) => rows.get(id) ?? []);
  }
}
