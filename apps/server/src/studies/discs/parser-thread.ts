import { parentPort } from 'node:worker_threads';
import { failureOf, type InternalFailure, type ParseFailure } from '../../platform/parsers/parser-failure.ts';
import { readFileOf } from './read-file.ts';
import { drawPicture, windowOf } from './draw-picture.ts';
import type { DiscReply, DiscTask } from './tasks.ts';

/** The thread of a parser process for discs; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: DiscTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: DiscTask): Promise<DiscReply | ParseFailure | InternalFailure> {
  try {
    switch (task.task) {
      case 'read':
        return { read: await readFileOf(task.entry) };
      case 'window':
        return { window: await windowOf(task) };
      case 'picture':
        return await drawPicture(task);
    }
  } catch (cause) {
    return failureOf(cause);
  }
}
