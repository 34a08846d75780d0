/** The current rows in their order, and each row that is no longer among them behind the row that it followed. */
export function keepInPlace<Row>(before: Row[], current: Row[], keyOf: (row: Row) => unknown): Row[] {
  const keys = new Set(current.map(keyOf));
  const merged = [...current];
  before.forEach((row, index) => {
    if (keys.has(keyOf(row))) return;
    const previous = before[index - 1];
    const at = previous ? merged.findIndex((one) => keyOf(one) === keyOf(previous)) + 1 : 0;
    merged.splice(at, 0, row);
  });
  return merged;
}
