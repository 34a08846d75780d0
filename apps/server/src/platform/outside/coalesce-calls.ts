/**
 * Lets concurrent calls with the same key share results. While a call runs, later ones wait for the next call, which
 * starts after the running one has ended. Each caller therefore gets a result that was computed after its request.
 * Arguments with the same key must have the same result.
 */
export const coalesceCalls = <Result, Argument = string>(
  call: (argument: Argument) => Promise<Result>,
  keyOf: (argument: Argument) => string = String,
) => {
  const running = new Map<string, Promise<Result>>();
  const queued = new Map<string, Promise<Result>>();
  const start = (key: string, argument: Argument): Promise<Result> => {
    const result = call(argument).finally(() => running.delete(key));
    running.set(key, result);
    return result;
  };
  return (argument: Argument): Promise<Result> => {
    const key = keyOf(argument);
    const waiting = queued.get(key);
    if (waiting) return waiting;
    const before = running.get(key);
    if (!before) return start(key, argument);
    const next = before
      .catch(() => undefined) // the callers of the running call handle its error
      .then(() => {
        queued.delete(key);
        return start(key, argument);
      });
    queued.set(key, next);
    return next;
  };
};
