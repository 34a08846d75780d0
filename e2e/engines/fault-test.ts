import { test as base } from '../pages/test.ts';
import { Cluster } from '../cluster/cluster.ts';
import { type Users, startUsers } from './users/users.ts';

interface FaultFixtures {
  cluster: Cluster;
  /** Simulated users who work throughout all fault tests. */
  users: Users;
}

/** Uses the cluster on which the scenarios have run. */
export const test = base.extend<object, FaultFixtures>({
  cluster: [
    async ({ portal }, use) => {
      if (!(portal instanceof Cluster))
        throw new Error('faults need a cluster: run them with playwright.engines.config.ts');
      await use(portal);
    },
    { scope: 'worker' },
  ],
  users: [
    async ({ cluster }, use) => {
      const users = await startUsers(cluster);
      await use(users);
      await users.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export { expect } from '../pages/test.ts';
