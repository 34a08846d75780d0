/** The number of requests at a time, which leaves the server free for others. */
const CONCURRENCY = 3;

export interface Failed<Item> {
  item: Item;
  reason: unknown;
}

/**
 * Runs `action` for every item; a failure does not stop the others. `onDone` is called after each item.
 * @returns the items that failed, in their order
 */
export async function runBulk<Item>(
  items: Item[],
  action: (item: Item) => Promise<unknown>,
  onDone: () => void,
): Promise<Failed<Item>[]> {
  const failed = new Map<Item, unknown>();
  const waiting = [...items];
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await action(item);
      } catch (reason) {
        failed.set(item, reason);
      }
      onDone();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return items.flatMap((item) => (failed.has(item) ? [{ item, reason: failed.get(item) }] : []));
}
