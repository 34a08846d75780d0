import { parentPort } from 'node:worker_threads';
import { flagFile, inspectFile } from './inspect-file.ts';
import { failureOf, type InternalFailure } from '../../../platform/parsers/parser-failure.ts';
import type { ParserReply, ParserTask } from './parser-tasks.ts';
import { unbundle } from './unbundle-task.ts';
import { measureZip, unpackInto } from './unpack-task.ts';

/** The thread of a parser process of `processing/` and `panorama/`; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: ParserTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: ParserTask): Promise<ParserReply | InternalFailure> {
  try {
    if (task.task === 'inspect') return await inspectFile(task);
    if (task.task === 'flag') return { flags: await flagFile(task) };
    if (task.task === 'measure-zip') return await measureZip(task);
    if (task.task === 'unpack-zip') return await unpackInto(task);
    if (task.task === 'unbundle') return await unbundle(task);
    if (task.task === 'panorama') {
      const { renderPanorama } = await import('./render-panorama.ts');
      return await renderPanorama(task);
    }
    if (task.task === 'segment') {
      const { segmentVolume } = await import('./segment-volume.ts');
      return await segmentVolume(task);
    }
    // imported here, because an upload that is refused needs neither the codecs nor sharp
    const { renderPicture, renderPreview } = await import('./render-picture.ts');
    if (task.task === 'preview') return { preview: await renderPreview(task) };
    return { picture: await renderPicture(task) };
  } catch (cause) {
    return failureOf(cause);
  }
}
