export interface Task<T> {
  /** Memory that the task and its result occupy until the result is consumed. */
  memoryBytes: number;
  run(): Promise<T>;
}

/** Enough to keep the four threads of libuv's pool busy while results are hashed and written. More only costs memory. */
const MAX_RUNNING = 16;

/**
 * Runs tasks concurrently within a memory budget and yields their results in the order of the tasks. A task larger than
 * the whole budget runs alone. If iteration ends early, waits for the running tasks, so that none still has a file open
 * after the return.
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
      result.catch(() => {}); // the rejection is handled when the result is awaited below
      running.push({ result, memoryBytes: task.memoryBytes });
      usedBytes += task.memoryBytes;
    }
    for (const { result } of running) yield await result;
  } finally {
    await Promise.allSettled(running.map(({ result }) => result));
  }
}
