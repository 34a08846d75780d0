import { Portal } from './portal.ts';

/**
 * Starts a portal once, before the scenarios, and prepares its data folder. The portals of the scenarios copy this folder,
 * which takes a fraction of the CPU time of a new database with all migrations. Playwright calls the returned function after
 * the scenarios.
 */
export default async function prepareFolder() {
  const prepared = await Portal.start();
  await prepared.program?.stop();
  // the worker processes of Playwright inherit it
  process.env.PREPARED_DATA_DIR = prepared.dataDir;
  return () => prepared.remove();
}
