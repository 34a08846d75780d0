import { Examiner } from '../../studies/processing/examiner.ts';
import { readerFile, type Task, type Told } from './tasks.ts';

/** Two cores are left to the portal's own work, whoever renders a thousand frames. */
const CHILDREN = 2;

/**
 * A few children that read strangers' bytes, each one task at a time. Tasks about one file go to the child that has it
 * open.
 */
export const openReadPool = () => {
  const children = Array.from({ length: CHILDREN }, () => {
    return {
      examiner: new Examiner<Task, Told>(readerFile),
      last: '',
      work: Promise.resolve() as Promise<unknown>,
      waiting: 0,
    };
  });
  const childFor = (path: string) =>
    children.find(({ last }) => last === path) ??
    children.reduce((one, other) => (other.waiting < one.waiting ? other : one));

  return {
    /** @throws Error with the reader's own words */
    async ask(task: Task, signal: AbortSignal): Promise<Told> {
      const child = childFor(task.path);
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

export type ReadPool = ReturnType<typeof openReadPool>;
