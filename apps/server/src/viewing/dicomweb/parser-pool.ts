import { ParserProcess } from '../../studies/processing/parser-process.ts';
import { readerFile, type Task, type TaskResult } from './tasks.ts';

/** Leaves cores for the rest of the portal while a client renders a thousand frames. */
const PROCESS_COUNT = 2;

/**
 * A few parser processes that read untrusted files, each one task at a time. A task goes to the process that handled
 * the same file last, because that process has it open.
 */
export const openParserPool = () => {
  const processes = Array.from({ length: PROCESS_COUNT }, () => {
    return {
      examiner: new ParserProcess<Task, TaskResult>(readerFile),
      last: '',
      work: Promise.resolve() as Promise<unknown>,
      waiting: 0,
    };
  });
  const processFor = (path: string) =>
    processes.find(({ last }) => last === path) ??
    processes.reduce((one, other) => (other.waiting < one.waiting ? other : one));

  return {
    /** @throws Error with the message of the parser process */
    async run(task: Task, signal: AbortSignal): Promise<TaskResult> {
      const parser = processFor(task.path);
      parser.last = task.path;
      parser.waiting += 1;
      const reply = parser.work.then(() => parser.examiner.run(task, signal));
      parser.work = reply
        .catch(() => undefined)
        .finally(() => {
          parser.waiting -= 1;
        });
      const result = await reply;
      if ('failed' in result) throw new Error(result.failed);
      return result;
    },
    close: () => {
      for (const { examiner } of processes) examiner.close();
    },
  };
};

export type ParserPool = ReturnType<typeof openParserPool>;
