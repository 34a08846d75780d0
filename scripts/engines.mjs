import { join } from 'node:path';
import { findBrowser } from './programs/browser.mjs';
import { prepareEngines } from './programs/engine-programs.mjs';
import { preparePackages } from './programs/installable-packages.mjs';
import { finish, runScenarios, runVitest, timed } from './test-run/outcomes.mjs';
import { buildWeb, compileCache, giveUp, install, root } from './programs/toolchain.mjs';

// `npm run test:engines`: first the tests that run one engine beside the portal, then the scenarios and faults of a whole
// cluster, of the Debian package and of the image (e2e/engines/). `npm run test:engines -- cluster [arguments of Playwright]` runs
// the second phase only; `npm run test:engines -- [arguments of vitest]` runs the first phase only.

const words = process.argv.slice(2);
const onlyCluster = words[0] === 'cluster';
const results = join(root, 'test-results');

const runTests = (env, args) =>
  runVitest('tests with engines', join(results, 'engines.json'), ['--project', 'engines', ...args], { env });

/**
 * The network has an interface besides the loopback: without one Chromium says that it is offline (`navigator.onLine`). Its address is
 * of the range that is reserved for benchmarks, as those of the cluster are.
 */
const SET_UP_NETWORK = [
  'ip link set lo up',
  'ip link add uplink up type veth peer name uplink-peer',
  'ip link set uplink-peer up',
  'ip address add 198.19.255.1/24 dev uplink',
];

/**
 * Runs a command in a network of its own. The cluster adds and removes interfaces, and Chromium ends its requests when an interface
 * of its network changes: the scenarios that run beside the cluster would fail.
 */
const OWN_NETWORK = ['unshare', '--net', 'sh', '-c', `${SET_UP_NETWORK.join(' && ')} && exec "$0" "$@"`];

const runCluster = async (env, args) => {
  const CHROMIUM = await findBrowser();
  const config = ['--config', 'playwright.engines.config.ts'];
  const path = join(results, 'cluster.json');
  return runScenarios('cluster', path, [...config, ...args], { ...env, CHROMIUM }, OWN_NETWORK);
};

try {
  await install();
  let engines;
  const outcomes = [
    await timed('preparation of the engines', async () => {
      engines = await prepareEngines();
    }),
  ];
  const env = { NODE_COMPILE_CACHE: compileCache, ...process.env, ENGINES: 'on', ...engines };
  if (!onlyCluster) outcomes.push(await runTests(env, words));
  if (onlyCluster || words.length === 0) {
    await buildWeb();
    outcomes.push(
      await timed('packages', async () => {
        Object.assign(env, await preparePackages());
      }),
    );
    outcomes.push(await runCluster(env, words.slice(1)));
  }
  finish(outcomes);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
}
