import { expect, test } from './fault-test.ts';
import { waitForUpstream } from '../cluster/balancer-upstreams.ts';
import { runFault } from './fault.ts';
import { newerVersion } from './newer-version.ts';
import { isServed } from './users/call-log.ts';
import { HOSTS } from '../cluster/machines.ts';
import { queryDatabase } from '../cluster/postgres.ts';
import { planUnit } from '../cluster/systemd-units.ts';

// Processes are replaced by a newer version while simulated users work.

test('a newer version takes over, one process after the other', async ({ cluster, users }) => {
  const root = newerVersion(cluster.installation);
  const inject = async () => {
    for (const host of HOSTS)
      for (const role of ['api', 'worker'] as const) {
        await cluster.service(`${role}-${host}`).replace(planUnit(cluster.installation, host, role, root));
        await cluster.waitUntilReady();
        // nginx skips an API for two seconds after a failed attempt; while it skips both, requests fail
        await waitForUpstream(cluster, host);
      }
  };
  const beganAt = Date.now();
  const simulatedBy = 'SIGTERM, and the newer one started, with a migration';
  await runFault(cluster, users, { simulatedBy, inject });
  const [column] = queryDatabase<{ name: string }>(
    cluster.installation,
    `select column_name as name from information_schema.columns where column_name = 'urgency'`,
  );
  expect(column?.name).toBe('urgency');
  const failed = users.log.since(beganAt).filter((call) => !isServed(call));
  expect(failed.map(({ request, status, sentence }) => `${request}: ${status} ${sentence}`)).toEqual([]);
});
