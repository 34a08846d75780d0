import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { prepareEngines } from './engine-programs.mjs';
import { runStories, runVitest, tell } from './outcomes.mjs';
import { buildWeb, giveUp, install, root } from './toolchain.mjs';

// `npm run test:engines`: first the tests that want one real engine beside the portal, then the stories and the faults of
// a whole cluster (e2e/engines/). `-- cluster [words]` is the second part alone, its words go to Playwright; other words
// are the first part alone, and go to vitest.

const words = process.argv.slice(2);
const onlyCluster = words[0] === 'cluster';
const results = join(root, 'test-results');

const tests = (env, args) =>
  runVitest('tests with engines', join(results, 'engines.json'), ['--project', 'engines', ...args], { env });

const cluster = async (env, args) => {
  const CHROMIUM = await findBrowser();
  await buildWeb();
  const config = ['--config', 'playwright.engines.config.ts'];
  return runStories('cluster', join(results, 'cluster.json'), [...config, ...args], { ...env, CHROMIUM });
};

try {
  await install();
  const env = { ...process.env, ENGINES: 'on', ...(await prepareEngines()) };
  mkdirSync(results, { recursive: true });
  const outcomes = [];
  if (!onlyCluster) outcomes.push(await tests(env, words));
  if (onlyCluster || words.length === 0) outcomes.push(await cluster(env, words.slice(1)));
  tell(outcomes);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
