/** Calls that are made while one is pending share its result: the gauges of one family need one query. */
export const sharePending = <Result>(call: () => Promise<Result>): (() => Promise<Result>) => {
  let pending: Promise<Result> | undefined;
  return () =>
    (pending ??= call().finally(() => {
      pending = undefined;
    }));
};
