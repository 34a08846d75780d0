interface Lane {
  running: number;
  waiting: (() => void)[];
}

const lanes = new Map<string, Lane>();

/**
 * Runs `work` as soon as fewer than `atMost` calls with this key are running in this process, in order of arrival. Concurrent
 * guesses therefore see the failures of earlier ones, and need no more computing time than guesses in sequence.
 */
export const limitConcurrency = async <Result>(
  key: string,
  atMost: number,
  work: () => Promise<Result>,
): Promise<Result> => {
  const lane = lanes.get(key) ?? { running: 0, waiting: [] };
  lanes.set(key, lane);
  if (lane.running >= atMost) await new Promise<void>((resolve) => lane.waiting.push(resolve));
  else lane.running += 1;
  try {
    return await work();
  } finally {
    const next = lane.waiting.shift();
    if (next) next();
    else {
      lane.running -= 1;
      if (lane.running === 0) lanes.delete(key);
    }
  }
};
