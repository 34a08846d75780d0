import { readFileSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { HOSTS, type Host } from './machines.ts';
import { ask } from './postgres.ts';

/** The host whose worker has a study in hand: its pool holds a lock named after itself (apps/server/src/platform/jobs/worker-lock.ts). */
export const processingHost = ({ installation }: Cluster): Host | undefined => {
  const [holder] = ask<{ address: string }>(
    installation,
    `select host(client_addr) as address from pg_locks join pg_stat_activity using (pid)
     join graphile_worker.jobs
       on (classid::bigint << 32) | objid::bigint = hashtextextended(jobs.locked_by, 0)
     where pg_locks.locktype = 'advisory' and granted and task_identifier = 'process-upload'`,
  );
  return HOSTS.find((host) => installation.wires.addressOf(host) === holder?.address);
};

/** When a worker took over the jobs of one that is gone, as their logs tell. */
export const takeoverSince = (cluster: Cluster, at: number): number | undefined =>
  HOSTS.flatMap((host) => readFileSync(cluster.service(`worker-${host}`).logFile, 'utf8').split('\n'))
    .filter((line) => line.includes('took over the jobs of workers that are gone'))
    .map((line) => Date.parse((JSON.parse(line) as { time: string }).time))
    .find((takenAt) => takenAt >= at);
