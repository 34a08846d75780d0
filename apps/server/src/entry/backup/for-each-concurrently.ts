/**
 * Calls `work` for each item, at most `concurrency` at a time. After the first failure no more calls are begun, and the
 * failure is thrown once the running calls have ended.
 */
export const forEachConcurrently = async <T>(
  items: AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  let failure: { cause: unknown } | undefined;
  for await (const item of items) {
    const done = work(item).catch((cause) => {
      failure ??= { cause };
    });
    const tracked = done.finally(() => running.delete(tracked));
    running.add(tracked);
    if (running.size >= concurrency) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.cause;
};
