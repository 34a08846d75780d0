import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../../platform/parsers/parser-failure.ts';
import { UnreadablePicture } from './pictures.ts';
import { type WriteTask, writeReport } from './write-report.ts';

/** The thread of a parser process for sealed reports; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: WriteTask) => {
  const reply = await writeReport(task).then(
    (pdf) => ({ pdf }),
    (cause: unknown) => (cause instanceof UnreadablePicture ? { unreadable: cause.which } : failureOf(cause)),
  );
  parentPort?.postMessage(reply);
});
