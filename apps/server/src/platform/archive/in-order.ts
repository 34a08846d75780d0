export interface Job<T> {
  /** What it holds in memory until its result has been taken. */
  weightBytes: number;
  run(): Promise<T>;
}

/** Enough to keep four pool threads busy while the results are hashed and written; more only costs memory. */
const MAX_RUNNING = 16;

/**
 * Runs jobs side by side and gives their results in the order of the jobs. Together they stay within the budget,
 * save that a single job heavier than all of it runs alone. When it ends early, the running ones are waited for,
 * so that no file is still open behind the caller's back.
 */
export async function* inOrder<T>(
  jobs: AsyncIterable<Job<T>> | Iterable<Job<T>>,
  budgetBytes: number,
): AsyncGenerator<T, void, undefined> {
  const running: { result: Promise<T>; weightBytes: number }[] = [];
  let heldBytes = 0;
  try {
    for await (const job of jobs) {
      while (
        running.length > 0 &&
        (running.length >= MAX_RUNNING || heldBytes + job.weightBytes > budgetBytes)
      ) {
        const first = running[0]!;
        yield await first.result;
        heldBytes -= first.weightBytes;
        running.shift();
      }
      const result = job.run();
      result.catch(() => {}); // seen when its turn comes
      running.push({ result, weightBytes: job.weightBytes });
      heldBytes += job.weightBytes;
    }
    for (const { result } of running) yield await result;
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
