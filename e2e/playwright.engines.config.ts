import { defineConfig } from '@playwright/test';
import { addressIn, FILES, PORTAL } from './cluster/machines.ts';
import type { WorkerFixtures } from './pages/test.ts';
import { freeSubnet } from './cluster/network.ts';
import scenarios from './playwright.config.ts';

// set once per run; the worker processes of Playwright inherit it
process.env.CLUSTER_NETWORK ??= freeSubnet();
const balancer = addressIn(process.env.CLUSTER_NETWORK, 'balancer');

/** Some scenarios on a cluster, and the fault tests, which make its parts fail. */
export default defineConfig<object, WorkerFixtures>(scenarios, {
  testMatch: [
    'upload-and-download.test.ts',
    'external-share.test.ts',
    'booking.test.ts',
    'messenger.test.ts',
    'engines/*.scenario.ts',
    'engines/*.fault.ts',
  ],
  // the cluster has databases and stores of its own
  globalSetup: undefined,
  outputDir: '../test-results/engines',
  // leaves out scenarios that behave the same on a cluster (appearance, the browser's connection) or need other
  // settings
  grepInvert: /@one-process/,
  // recovery from an outage takes long on a busy machine
  timeout: 480_000,
  // one cluster, because a fault affects all its users
  workers: 1,
  fullyParallel: false,
  use: {
    portalIs: 'a cluster',
    ignoreHTTPSErrors: true,
    launchOptions: {
      ...scenarios.use?.launchOptions,
      args: [
        ...(scenarios.use?.launchOptions?.args ?? []),
        `--host-resolver-rules=MAP ${PORTAL} ${balancer}, MAP ${FILES} ${balancer}`,
      ],
    },
  },
});
