import { Portal } from './portal.ts';

/**
 * Starts a portal once, before the scenarios: the portals that they start copy its data folder, which takes a fraction of the
 * CPU time that a new database with all migrations takes. Playwright calls the returned function after the scenarios.
 */
export default async function prepareFolder() {
  const prepared = await Portal.start();
  await prepared.program?.stop();
  // the worker processes of Playwright inherit it
  process.env.PREPARED_DATA_DIR = prepared.dataDir;
  return () => prepared.remove();
}
