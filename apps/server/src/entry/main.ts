import { readConfig } from '../platform/settings/config.ts';
import { fillDemo } from './demo/fill.ts';
import { sendDemoStudies } from './demo/send.ts';
import { greet } from './greet.ts';
import { openLog } from '../platform/logging/log.ts';
import { createPrivateFiles } from '../platform/outside/storage/private-files.ts';
import { startPortal } from './start-portal.ts';

/** Entry point of `npm start`: API and worker in one process, with an embedded database unless one is configured. */
const start = async () => {
  createPrivateFiles();
  const config = readConfig(process.env);
  const log = await openLog(config.dataDir);
  const portal = await startPortal(config, log, { api: true, worker: true });
  const { context, address, stopping } = portal;
  if (address === null) throw new Error('The portal has no address.');
  greet(address, config, await fillDemo(context));
  // from now on `npm start` starts the portal again if it ends unexpectedly
  process.send?.('ready', undefined, undefined, () => {});
  // does not stop the portal: the error is logged, and the next start tries again
  sendDemoStudies(context, address, stopping).catch((cause) => {
    if (!stopping.aborted) log.error({ err: cause }, 'the demonstration studies could not be uploaded');
  });
};

start().catch((cause) => {
  process.stderr.write(`Snimok did not start. ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
});
