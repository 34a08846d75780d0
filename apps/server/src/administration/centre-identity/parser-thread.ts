import { parentPort } from 'node:worker_threads';
import { failureOf } from '../../platform/parsers/parser-failure.ts';
import { encodeLogo } from './encode-logo.ts';
import type { LogoTask } from './sandboxed-logo.ts';

/** The thread of a parser process for logos; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async ({ file }: LogoTask) => {
  parentPort?.postMessage(await encodeLogo(file).then((png) => ({ png }), failureOf));
});
