import { useState } from 'react';

interface Restored<Row> {
  row: Row;
  index: number;
}

/**
 * Keeps restored rows where they were until the list is left or another page of it is shown: if the next row
 * moved up, a second click would restore it too.
 */
export function useRestoredRows<Row>(loaded: Row[] | undefined, keyOf: (row: Row) => number, list: string) {
  const [kept, setKept] = useState<{ list: string; restored: Restored<Row>[] }>({ list, restored: [] });
  const restored = kept.list === list ? kept.restored : [];
  const isRestored = (row: Row) => restored.some((one) => keyOf(one.row) === keyOf(row));

  const rows = loaded?.filter((row) => !isRestored(row));
  if (rows) for (const { row, index } of restored) rows.splice(index, 0, row);

  const markRestored = (row: Row) => {
    const index = rows?.indexOf(row) ?? -1;
    if (index < 0) return;
    const all = [...restored, { row, index }].toSorted((a, b) => a.index - b.index);
    setKept({ list, restored: all });
  };
  /** number of shown rows that the portal no longer lists */
  const added = (rows?.length ?? 0) - (loaded?.length ?? 0);
  return { rows, isRestored, markRestored, added };
}
