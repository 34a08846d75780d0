import { dirname } from 'node:path';
import { ParserProcess, type ParserOptions } from './parser-process.ts';

/** So few that the rest of the portal has cores while a client renders a thousand frames. */
const PROCESS_COUNT = 2;
/** For another folder a process must be started again, which takes about as long as this many tasks. */
const START_IN_TASKS = 4;

/** The file made its parser process fail. The message comes from the process. */
export class ParsingFailed extends Error {
  override name = 'ParsingFailed';
}

/**
 * A few parser processes with which an API reads untrusted files. Each does one task at a time. A process sees the
 * files of one folder only, so that a malicious file cannot reach the files of another study or sender. A task goes to
 * the process that handled the same file last, because that process has the file open, or else to one that has its
 * folder.
 */
export const openParserPool = <Task extends { path: string }, Result extends object>(
  options: ParserOptions<Task>,
) => {
  const processes = Array.from({ length: PROCESS_COUNT }, () => {
    return {
      parser: new ParserProcess<Task, Result>(options),
      lastPath: '',
      /** resolves when the tasks queued so far have ended */
      queue: Promise.resolve() as Promise<unknown>,
      queuedTasks: 0,
    };
  });
  type Process = (typeof processes)[number];
  const waitFor = ({ queuedTasks, lastPath }: Process, path: string) =>
    queuedTasks + (lastPath === '' || dirname(lastPath) === dirname(path) ? 0 : START_IN_TASKS);
  const processFor = (path: string) =>
    processes.find(({ lastPath }) => lastPath === path) ??
    processes.reduce((one, other) => (waitFor(other, path) < waitFor(one, path) ? other : one));

  return {
    /** @throws ParsingFailed, or another error if the machine and not the file caused the failure */
    async run(task: Task, signal: AbortSignal): Promise<Result> {
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
      if ('failed' in result) throw new ParsingFailed(result.failed);
      return result;
    },
    close: () => {
      for (const { parser } of processes) parser.close();
    },
  };
};
