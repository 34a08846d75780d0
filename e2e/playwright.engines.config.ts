import { defineConfig } from '@playwright/test';
import { addressIn, FILES, PORTAL } from './engines/machines.ts';
import type { WorkerFixtures } from './portal/test.ts';
import { freeSubnet } from './engines/network.ts';
import one from './playwright.config.ts';

// set once for the run, and inherited by the process that runs the scenarios
process.env.CLUSTER_NETWORK ??= freeSubnet();
const balancer = addressIn(process.env.CLUSTER_NETWORK, 'balancer');

/** Some scenarios on a cluster of machines, and the faults: what happens when its parts fail. */
export default defineConfig<object, WorkerFixtures>(one, {
  testMatch: [
    'upload-and-download.test.ts',
    'external-share.test.ts',
    'booking.test.ts',
    'messenger.test.ts',
    'engines/*.scenario.ts',
    'engines/*.fault.ts',
  ],
  outputDir: '../test-results/engines',
  // without scenarios that a cluster cannot change: appearance, the browser's own connection, portals with other settings
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
      ...one.use?.launchOptions,
      args: [
        ...(one.use?.launchOptions?.args ?? []),
        `--host-resolver-rules=MAP ${PORTAL} ${balancer}, MAP ${FILES} ${balancer}`,
      ],
    },
  },
});
