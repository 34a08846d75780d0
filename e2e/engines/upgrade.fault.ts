import { expect, test } from './fault-test.ts';
import { passesRequestsTo } from './balancer-upstreams.ts';
import { endure } from './fault.ts';
import { newerVersion } from './newer-version.ts';
import { isFine } from './users/call-log.ts';
import { HOSTS } from './machines.ts';
import { ask } from './postgres.ts';
import { planUnit } from './systemd-units.ts';

// The other way in which processes end and begin: on purpose, while people are at work.

test('a newer version takes over, one process after the other', async ({ cluster, crowd }) => {
  const root = newerVersion(cluster.installation);
  const begin = async () => {
    for (const host of HOSTS)
      for (const door of ['api', 'worker'] as const) {
        await cluster.service(`${door}-${host}`).replace(planUnit(cluster.installation, host, door, root));
        await cluster.ready();
        // nginx skips an API for two seconds after a failed attempt; if it skipped both, requests would fail
        await passesRequestsTo(cluster, host);
      }
  };
  const began = Date.now();
  await endure(cluster, crowd, { done: 'SIGTERM, and the newer one started, with a migration', begin });
  const [column] = ask<{ name: string }>(
    cluster.installation,
    `select column_name as name from information_schema.columns where column_name = 'urgency'`,
  );
  expect(column?.name).toBe('urgency');
  const noticed = crowd.diary.since(began).filter((entry) => !isFine(entry));
  expect(noticed.map(({ doing, status, sentence }) => `${doing}: ${status} ${sentence}`)).toEqual([]);
});
