/** Does the work for each, so many at a time; the first failure ends it when those under way have ended. */
export const forEachConcurrently = async <T>(
  all: AsyncIterable<T>,
  atOnce: number,
  work: (one: T) => Promise<void>,
): Promise<void> => {
  const running = new Set<Promise<void>>();
  let failure: { cause: unknown } | undefined;
  for await (const one of all) {
    const done = work(one).catch((cause) => {
      failure ??= { cause };
    });
    const tracked = done.finally(() => running.delete(tracked));
    running.add(tracked);
    if (running.size >= atOnce) await Promise.race(running);
    if (failure) break;
  }
  await Promise.all(running);
  if (failure) throw failure.cause;
};
