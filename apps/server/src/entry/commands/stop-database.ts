import { readConfig } from '../../platform/settings/config.ts';
import { pathsIn } from '../../platform/db/embedded/paths.ts';
import { readPidFile } from '../../platform/db/embedded/postmaster.ts';
import { shutDown } from '../../platform/db/embedded/shut-down.ts';

/** Stops the embedded database that a killed portal has left running; `scripts/start.mjs` runs it. */
const { dataDir, databaseURL } = readConfig(process.env);
const { cluster } = pathsIn(dataDir);
const running = databaseURL ? undefined : readPidFile(cluster);
if (running) await shutDown(running.pid, cluster);
