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
      parser: new ParserProcess<Task, TaskResult>(readerFile),
      lastPath: '',
      /** resolves when the tasks queued so far have ended */
      queue: Promise.resolve() as Promise<unknown>,
      queuedTasks: 0,
    };
  });
  const processFor = (path: string) =>
    processes.find(({ lastPath }) => lastPath === path) ??
    processes.reduce((one, other) => (other.queuedTasks < one.queuedTasks ? other : one));

  return {
    /** @throws Error with the message of the parser process */
    async run(task: Task, signal: AbortSignal): Promise<TaskResult> {
      const chosen = processFor(task.path);
      chosen.lastPath = task.path;
      chosen.queuedTasks += 1;
      const reply = chosen.queue.then(() => chosen.parser.run(task, signal));
      chosen.queue = reply
        .catch(() => undefined)
        .finally(() => {
          chosen.queuedTasks -= 1;
        });
      const result = await reply;
      if ('failed' in result) throw new Error(result.failed);
      return result;
    },
    close: () => {
      for (const { parser } of processes) parser.close();
    },
  };
};

export type ParserPool = ReturnType<typeof openParserPool>;
