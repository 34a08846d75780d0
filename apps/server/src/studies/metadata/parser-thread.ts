import { parentPort } from 'node:worker_threads';
import { failureOf, type InternalFailure, type ParseFailure } from '../../platform/parsers/parser-failure.ts';
import { readMetadata } from './read-metadata.ts';
import type { MetadataReply, MetadataTask } from './tasks.ts';

/** The thread of a parser process for metadata; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: MetadataTask) => {
  parentPort?.postMessage(await answer(task));
});

async function answer(task: MetadataTask): Promise<MetadataReply | ParseFailure | InternalFailure> {
  try {
    return { metadata: await readMetadata(task) };
  } catch (cause) {
    return failureOf(cause);
  }
}
