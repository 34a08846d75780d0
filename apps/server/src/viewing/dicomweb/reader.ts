import { parentPort } from 'node:worker_threads';
import {
  type ParseFailure,
  failureOf,
  type InternalFailure,
} from '../../studies/processing/parser-failure.ts';
import { readFrame } from './read-frame.ts';
import { readHeaders } from './read-headers.ts';
import type { Task, TaskResult } from './tasks.ts';

/** Runs in a worker thread of the parser process (`processing/parser-child.ts`). */
parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await runTask(task));
});

async function runTask(task: Task): Promise<TaskResult | ParseFailure | InternalFailure> {
  try {
    if (task.task === 'headers') return { headers: await readHeaders(task) };
    if (task.task === 'frame') return { bytes: await readFrame(task) };
    const { renderFrame: render } = await import('./render.ts');
    return { bytes: await render(task) };
  } catch (cause) {
    return failureOf(cause);
  }
}
