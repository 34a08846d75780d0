import { defineConfig } from '@playwright/test';
import { addressIn, FILES, PORTAL } from './engines/places.ts';
import type { WorkerFixtures } from './portal/test.ts';
import { freeNetwork } from './engines/wires.ts';
import one from './playwright.config.ts';

// once for the run: what it sets is inherited by the process that the stories run in
process.env.CLUSTER_NETWORK ??= freeNetwork();
const balancer = addressIn(process.env.CLUSTER_NETWORK, 'balancer');

/** The stories once more, told to a cluster of machines, and then what happens when its parts fail. */
export default defineConfig<object, WorkerFixtures>(one, {
  testMatch: [
    'a-centre-serves-a-clinic.test.ts',
    'a-study-is-shared-outside.test.ts',
    'booking.test.ts',
    'messenger.test.ts',
    'engines/*.story.ts',
    'engines/*.fault.ts',
  ],
  outputDir: '../test-results/engines',
  // of the stories those that many machines could spoil: not looks, the browser's own line, or other settings
  grepInvert:
    /can be read by|what could not be sent|scrolls up|picked as files|link runs out|whoever is signed in|no way to it|to be mended|reader’s clock|writes first/,
  // what is made of an outage takes as long as it takes on a machine that is busy besides
  timeout: 480_000,
  // one cluster, which a fault changes for everybody
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
