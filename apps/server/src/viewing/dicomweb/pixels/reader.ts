import { parentPort } from 'node:worker_threads';
import {
  type ParseFailure,
  failureOf,
  type InternalFailure,
} from '../../../platform/parsers/parser-failure.ts';
import { readBulkData, readFrame } from './read-frame.ts';
import type { Task, TaskResult } from './tasks.ts';

/** Runs in a worker thread of the parser process (`platform/parsers/parser-child.ts`). */
parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await runTask(task));
});

async function runTask(task: Task): Promise<TaskResult | ParseFailure | InternalFailure> {
  try {
    if (task.task === 'frame') await readFrame(task);
    else if (task.task === 'bulk-data') await readBulkData(task);
    else {
      const { renderFrame } = await import('./render.ts');
      await renderFrame(task);
    }
    return { written: true };
  } catch (cause) {
    return failureOf(cause);
  }
}
