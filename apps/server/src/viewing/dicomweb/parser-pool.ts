import { dirname } from 'node:path';
import type { Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import { ParserProcess, type TaskAccess } from '../../studies/processing/parser-process.ts';
import { readerFile, type Task, type TaskResult } from './tasks.ts';

/** Leaves cores for the rest of the portal while a client renders a thousand frames. */
const PROCESS_COUNT = 2;
/** A process is started again for another study: its start takes as long as about this many tasks. */
const START_IN_TASKS = 4;

/**
 * A few parser processes that read untrusted files, each one task at a time. A process sees the files of one study only,
 * so that a malicious file cannot reach another study. A task goes to the process that handled the same file last,
 * because that process has it open, or else to one that has its study.
 */
export const openParserPool = (sandbox: Sandbox) => {
  const processes = Array.from({ length: PROCESS_COUNT }, () => {
    return {
      parser: new ParserProcess<Task, TaskResult>({ sandbox, threadFile: readerFile, accessOf }),
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

const accessOf = (task: Task): TaskAccess => {
  return { read: [dirname(task.path)], write: [dirname(task.out)], files: [task.path] };
};

export type ParserPool = ReturnType<typeof openParserPool>;
