import { join } from 'node:path';
import type { Cluster } from '../cluster/cluster.ts';
import { planContainer } from '../cluster/containers.ts';
import { engine } from '../cluster/installation.ts';
import type { Plan } from '../cluster/service.ts';
import { UnpackedImage } from '../cluster/unpacked-image.ts';
import { expect, test } from './fault-test.ts';
import { waitForUpstream } from '../cluster/balancer-upstreams.ts';
import { runFault } from './fault.ts';
import { newerVersion } from './newer-version.ts';
import { isServed } from './users/call-log.ts';
import { type Host, HOSTS } from '../cluster/machines.ts';
import { queryDatabase } from '../cluster/postgres.ts';
import { planUnit } from '../cluster/systemd-units.ts';

// Processes are replaced while simulated users work: by containers of the image, then by a newer version.

/** Replaces one process after the other, each when the previous one has been ready for a while. */
const replaceAll = async (cluster: Cluster, plan: (host: Host, role: 'api' | 'worker') => Plan) => {
  for (const host of HOSTS)
    for (const role of ['api', 'worker'] as const) {
      await cluster.service(`${role}-${host}`).replace(plan(host, role));
      await cluster.waitUntilReady();
      // nginx skips an API for two seconds after a failed attempt; while it skips both, requests fail
      await waitForUpstream(cluster, host);
    }
};

test('containers of the image take over, one after the other', async ({ cluster, users }) => {
  const { installation } = cluster;
  const image = UnpackedImage.unpack(engine('IMAGE'), join(installation.folder, 'image'));
  const inject = () => replaceAll(cluster, (host, role) => planContainer(installation, host, role, image));
  await runFault(cluster, users, { simulatedBy: 'SIGTERM, and a container started', inject });
});

test('a newer version takes over, one process after the other', async ({ cluster, users }) => {
  const root = newerVersion(cluster.installation);
  const inject = () => replaceAll(cluster, (host, role) => planUnit(cluster.installation, host, role, root));
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
