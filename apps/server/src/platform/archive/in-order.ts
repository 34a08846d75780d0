export interface Task<T> {
  /** What it holds in memory until its result has been taken. */
  memoryBytes: number;
  run(): Promise<T>;
}

/** Enough to keep four pool threads busy while the results are hashed and written; more only costs memory. */
const MAX_RUNNING = 16;

/**
 * Runs jobs side by side and gives their results in the order of the jobs. Together they stay within the budget,
 * save that a single job heavier than all of it runs alone. When it ends early, the running ones are waited for,
 * so that no file is still open behind the caller's back.
 */
export async function* runInOrder<T>(
  tasks: AsyncIterable<Task<T>> | Iterable<Task<T>>,
  budgetBytes: number,
): AsyncGenerator<T, void, undefined> {
  const running: { result: Promise<T>; memoryBytes: number }[] = [];
  let usedBytes = 0;
  try {
    for await (const task of tasks) {
      while (
        running.length > 0 &&
        (running.length >= MAX_RUNNING || usedBytes + task.memoryBytes > budgetBytes)
      ) {
        const first = running[0]!;
        yield await first.result;
        usedBytes -= first.memoryBytes;
        running.shift();
      }
      const result = task.run();
      result.catch(() => {}); // seen when its turn comes
      running.push({ result, memoryBytes: task.memoryBytes });
      usedBytes += task.memoryBytes;
    }
    for (const { result } of running) yield await result;
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
