/**
 * The items in an order in which every beginning is spread evenly over the whole list (bit reversal, van der Corput).
 * So the first bundles compress as the whole study does: slices at the ends of a volume show mostly air.
 */
export function spread<T>(items: readonly T[]): T[] {
  const bits = Math.ceil(Math.log2(Math.max(1, items.length)));
  const spreadItems: T[] = [];
  for (let at = 0; at < 2 ** bits; at += 1) {
    const index = reversed(at, bits);
    if (index < items.length) spreadItems.push(items[index]!);
  }
  return spreadItems;
}

function reversed(value: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) if (value & (1 << bit)) result |= 1 << (bits - 1 - bit);
  return result;
}
