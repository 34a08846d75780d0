/** All gauges of one family are read at one moment: one question for all of them. */
export const sharePending = <Answer>(ask: () => Promise<Answer>): (() => Promise<Answer>) => {
  let asked: Promise<Answer> | undefined;
  return () =>
    (asked ??= ask().finally(() => {
      asked = undefined;
    }));
};
