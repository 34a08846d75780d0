import { parentPort } from 'node:worker_threads';
import { examine } from './examine-file.ts';
import type { Reply, Task } from './facts.ts';
import { failureOf, type OwnFailure } from './failure.ts';

parentPort?.on('message', async (task: Task) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: Task): Promise<Reply | OwnFailure> {
  try {
    if (task.task === 'examine') return { facts: await examine(task.path, task.sizeBytes) };
    if (task.task === 'panorama') {
      const { renderPanorama } = await import('./render-panorama.ts');
      return await renderPanorama(task);
    }
    // the codecs and sharp are loaded by who needs them: an upload that is refused has no picture
    const { renderPicture } = await import('./render-picture.ts');
    return { picture: await renderPicture(task) };
  } catch (cause) {
    return failureOf(cause);
  }
}
