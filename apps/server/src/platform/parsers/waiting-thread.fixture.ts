import { access } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort } from 'node:worker_threads';

const POLL_MS = 5;

/** The thread of a parser process whose tasks end when the file `path` exists. */
parentPort?.on('message', async ({ path }: { path: string }) => {
  while (
    await access(path).then(
      () => false,
      () => true,
    )
  )
    await pause(POLL_MS);
  parentPort?.postMessage({ found: path });
});
