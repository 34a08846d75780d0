import { useState } from 'react';
import { keepInPlace } from './keep-in-place.ts';

/**
 * The rows of a list, with the rows that have left it since it was first shown. They stay where they were, marked as
 * `gone`, so that no control of another row moves below the pointer after a click.
 */
export function useRowsInPlace<Row>(rows: Row[], keyOf: (row: Row) => unknown) {
  const [latest, setLatest] = useState(rows);
  const [shown, setShown] = useState(rows);
  if (rows !== latest) {
    setLatest(rows);
    setShown(keepInPlace(shown, rows, keyOf));
  }
  const present = new Set(rows.map(keyOf));
  return shown.map((row) => ({ row, gone: !present.has(keyOf(row)) }));
}
