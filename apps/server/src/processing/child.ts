import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { examine } from './examine-file.ts';
import type { Reply, Task } from './facts.ts';
import { renderPicture } from './render-picture.ts';

/**
 * Strangers' bytes are parsed here and nowhere else: a process of its own, which the parent kills when it takes too
 * long or grows too large. The work is done in a thread, so that this process's main thread always notices when the
 * parent is gone and ends, even while a hostile file keeps the other one busy for ever.
 */
if (isMainThread) {
  const worker = new Worker(new URL(import.meta.url));
  process.on('disconnect', () => process.exit(0));
  process.on('message', (task) => worker.postMessage(task));
  worker.on('message', (reply: Reply) => process.send?.(reply));
  worker.on('error', () => process.exit(1));
} else {
  parentPort?.on('message', async (task: Task) => {
    parentPort?.postMessage(await answer(task));
  });
}

async function answer(task: Task): Promise<Reply> {
  try {
    if (task.task === 'examine') return { facts: await examine(task.path, task.sizeBytes) };
    return { picture: await renderPicture(task) };
  } catch (cause) {
    return { failed: cause instanceof Error ? cause.message : String(cause) };
  }
}
