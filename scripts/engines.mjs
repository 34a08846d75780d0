import { findBrowser } from './browser.mjs';
import { prepareEngines } from './engine-programs.mjs';
import { bin, buildWeb, giveUp, install, node, root, run } from './toolchain.mjs';

// `npm run test:engines`: first the tests that want one real engine beside the portal, then the stories and the faults of
// a whole cluster (e2e/engines/). `-- cluster [words]` is the second part alone, its words go to Playwright; other words
// are the first part alone, and go to vitest.

const words = process.argv.slice(2);
const onlyCluster = words[0] === 'cluster';

const tests = (env, args) =>
  run(node, [bin('vitest/vitest.mjs'), 'run', '--project', 'engines', ...args], { cwd: root, env });

const cluster = async (env, args) => {
  const CHROMIUM = await findBrowser();
  await buildWeb();
  const config = ['--config', 'playwright.engines.config.ts'];
  return run(node, [bin('@playwright/test/cli.js'), 'test', ...config, ...args], {
    cwd: `${root}/e2e`,
    env: { ...env, CHROMIUM },
  });
};

try {
  await install();
  const env = { ...process.env, ENGINES: 'on', ...(await prepareEngines()) };
  const codes = [];
  if (!onlyCluster) codes.push(await tests(env, words));
  if (onlyCluster || words.length === 0) codes.push(await cluster(env, words.slice(1)));
  process.exit(Math.max(...codes));
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
