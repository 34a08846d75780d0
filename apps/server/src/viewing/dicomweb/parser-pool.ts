import { Examiner } from '../../studies/processing/examiner.ts';
import { readerFile, type Task, type TaskResult } from './tasks.ts';

/** Two cores are left to the portal's own work, whoever renders a thousand frames. */
const PROCESS_COUNT = 2;

/**
 * A few children that read strangers' bytes, each one task at a time. Tasks about one file go to the child that has it
 * open.
 */
export const openParserPool = () => {
  const children = Array.from({ length: PROCESS_COUNT }, () => {
    return {
      examiner: new Examiner<Task, TaskResult>(readerFile),
      last: '',
      work: Promise.resolve() as Promise<unknown>,
      waiting: 0,
    };
  });
  const processFor = (path: string) =>
    children.find(({ last }) => last === path) ??
    children.reduce((one, other) => (other.waiting < one.waiting ? other : one));

  return {
    /** @throws Error with the reader's own words */
    async run(task: Task, signal: AbortSignal): Promise<TaskResult> {
      const child = processFor(task.path);
      child.last = task.path;
      child.waiting += 1;
      const reply = child.work.then(() => child.examiner.ask(task, signal));
      child.work = reply
        .catch(() => undefined)
        .finally(() => {
          child.waiting -= 1;
        });
      const told = await reply;
      if ('failed' in told) throw new Error(told.failed);
      return told;
    },
    close: () => {
      for (const { examiner } of children) examiner.close();
    },
  };
};

export type ParserPool = ReturnType<typeof openParserPool>;
