/**
 * Callers that ask the same side by side share one answer, yet each gets one whose question was put after she asked,
 * so that what had changed by then stands in it (as `FolderSync` shares fsyncs).
 */
export const coalesceCalls = <Answer>(ask: (question: string) => Promise<Answer>) => {
  const running = new Map<string, Promise<Answer>>();
  const queued = new Map<string, Promise<Answer>>();
  const put = (question: string): Promise<Answer> => {
    const answer = ask(question).finally(() => running.delete(question));
    running.set(question, answer);
    return answer;
  };
  return (question: string): Promise<Answer> => {
    const waiting = queued.get(question);
    if (waiting) return waiting;
    const before = running.get(question);
    if (!before) return put(question);
    const next = before
      .catch(() => undefined) // that failure belongs to those who waited for it
      .then(() => {
        queued.delete(question);
        return put(question);
      });
    queued.set(question, next);
    return next;
  };
};
