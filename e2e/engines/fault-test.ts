import { test as base } from '../portal/test.ts';
import { Cluster } from './cluster.ts';
import { type Crowd, gather } from './users/users.ts';

interface AtWork {
  cluster: Cluster;
  /** People who are at work from the first fault to the last. */
  crowd: Crowd;
}

/** The same cluster that the stories were told to. */
export const test = base.extend<object, AtWork>({
  cluster: [
    async ({ portal }, use) => {
      if (!(portal instanceof Cluster))
        throw new Error('faults want a cluster: playwright.engines.config.ts');
      await use(portal);
    },
    { scope: 'worker' },
  ],
  crowd: [
    async ({ cluster }, use) => {
      const crowd = await gather(cluster);
      await use(crowd);
      await crowd.leave();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '../portal/test.ts';
