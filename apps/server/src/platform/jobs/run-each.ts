/**
 * Runs independent steps one after another. After a failure the later steps still run. The failure is thrown after the last
 * step; several failures are thrown as one AggregateError.
 */
export const runEach = async (steps: Iterable<() => Promise<unknown>>): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) {
    try {
      await step();
    } catch (cause) {
      failures.push(cause);
    }
  }
  if (failures.length > 1)
    throw new AggregateError(failures, failures.map((failure) => String(failure)).join('; '));
  if (failures.length > 0) throw failures[0];
};
