import { readConfig } from '../platform/config.ts';
import { fillDemo } from './demo/fill.ts';
import { sendDemoStudies } from './demo/send.ts';
import { greet } from './greet.ts';
import { openLog } from '../platform/log.ts';
import { startPortal } from './start-portal.ts';

/** `npm start`: the whole portal in one process, with whatever is not set embedded. */
const start = async () => {
  const config = readConfig(process.env);
  const log = await openLog(config.dataDir);
  const portal = await startPortal(config, log, { api: true, worker: true });
  const { context, address, stopping } = portal;
  if (address === null) throw new Error('The portal has no address.');
  greet(address, config, await fillDemo(context));
  // the portal is up: a demonstration without its pictures is a line in the log, and the next start tries again
  sendDemoStudies(context, address, stopping).catch((cause) => {
    if (!stopping.aborted) log.error({ err: cause }, 'demonstration not sent');
  });
};

start().catch((cause) => {
  process.stderr.write(`Snimok did not start. ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
});
