import { useRef, useState } from 'react';

/**
 * The selected rows of a page. Rows that are not on the page any more do not count, so nothing invisible is changed.
 * A range begins at the row that was last selected or unselected alone.
 */
export function useSelection<Row>(rows: Row[], keyOf: (row: Row) => number) {
  const [keys, setKeys] = useState<ReadonlySet<number>>(new Set());
  const anchor = useRef<number>(undefined);
  const selected = rows.filter((row) => keys.has(keyOf(row)));

  function toggle(key: number, extend: boolean) {
    const order = rows.map(keyOf);
    const from = order.indexOf(anchor.current ?? -1);
    const to = order.indexOf(key);
    const next = new Set(selected.map(keyOf));
    if (extend && from >= 0 && to >= 0) {
      for (const one of order.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(one);
    } else {
      if (!next.delete(key)) next.add(key);
      anchor.current = key;
    }
    setKeys(next);
  }

  return {
    selected,
    isSelected: (key: number) => keys.has(key),
    toggle,
    selectAll: () => setKeys(new Set(selected.length < rows.length ? rows.map(keyOf) : [])),
    clear: () => setKeys(new Set()),
  };
}

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;
