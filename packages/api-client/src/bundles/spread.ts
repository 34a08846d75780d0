/**
 * The items in bit-reversed order (van der Corput): the first n items, for every n, are spread evenly over the list.
 * Thus the compression ratio of the first bundles is typical of the study. In the original order the first bundles would
 * contain slices from one end of the volume, which show mostly air and compress better.
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
