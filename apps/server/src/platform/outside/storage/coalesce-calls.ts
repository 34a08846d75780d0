/**
 * Lets concurrent calls with the same argument share results. While a call runs, later ones wait for the next call,
 * which starts after the running one has ended, so that each caller gets a result that was computed after its request.
 */
export const coalesceCalls = <Result>(call: (argument: string) => Promise<Result>) => {
  const running = new Map<string, Promise<Result>>();
  const queued = new Map<string, Promise<Result>>();
  const start = (argument: string): Promise<Result> => {
    const result = call(argument).finally(() => running.delete(argument));
    running.set(argument, result);
    return result;
  };
  return (argument: string): Promise<Result> => {
    const waiting = queued.get(argument);
    if (waiting) return waiting;
    const before = running.get(argument);
    if (!before) return start(argument);
    const next = before
      .catch(() => undefined) // its own callers handle that error
      .then(() => {
        queued.delete(argument);
        return start(argument);
      });
    queued.set(argument, next);
    return next;
  };
};
