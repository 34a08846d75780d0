import { isPublicDemo } from '../platform/settings/demo-settings.ts';
import { readConfig } from '../platform/settings/config.ts';
import { fillDemo } from './demo/fill.ts';
import { sendDemoStudiesLater } from './demo/send.ts';
import { printFirstStart } from './first-start/print.ts';
import { greet } from './greet.ts';
import { openLog } from '../platform/logging/log.ts';
import { createPrivateFiles } from '../platform/outside/storage/private-files.ts';
import { runPublicDemo } from './run-public-demo.ts';
import { startPortal } from './start-portal.ts';

/** Entry point of `npm start`: API and worker in one process, with an embedded database unless one is configured. */
const start = async () => {
  createPrivateFiles();
  if (isPublicDemo(process.env)) return runPublicDemo(process.env, reportStart);
  const config = readConfig(process.env);
  const log = await openLog(config.dataDir);
  const portal = await startPortal(config, log, { api: true, worker: true });
  const { context, address } = portal;
  if (address === null) throw new Error('The portal has no address.');
  greet(address, context.config, await fillDemo(context));
  await printFirstStart(context, address);
  reportStart();
  sendDemoStudiesLater(portal, address);
};

/** From now on `npm start` starts the portal again if it ends unexpectedly. */
const reportStart = (): void => {
  process.send?.('ready', undefined, undefined, () => {});
};

start().catch((cause) => {
  process.stderr.write(`Snimok did not start. ${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
});
