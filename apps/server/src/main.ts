import { ConfigProblem, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { startPortal } from './start-portal.ts';

/** `npm start`: the whole portal in one process, with whatever is not set embedded. */
try {
  const config = readConfig(process.env);
  const log = await openLog(config.dataDir);
  const portal = await startPortal(config, log, { api: true, worker: true });
  const { greet } = await import('./greet.ts');
  await greet(portal, config);
} catch (cause) {
  const line = cause instanceof ConfigProblem || cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(`Snimok did not start. ${line}\n`);
  process.exit(1);
}
