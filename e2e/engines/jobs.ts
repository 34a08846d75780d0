import { readFileSync } from 'node:fs';
import type { Cluster } from '../cluster/cluster.ts';
import { HOSTS, type Host } from '../cluster/machines.ts';
import { queryDatabase } from '../cluster/postgres.ts';

/**
 * The host whose worker is processing a study. The advisory lock of a worker is named after its pool
 * (apps/server/src/platform/jobs/worker-lock.ts), and `locked_by` of a job is that name.
 */
export const processingHost = ({ installation }: Cluster): Host | undefined => {
  const [holder] = queryDatabase<{ address: string }>(
    installation,
    `select host(client_addr) as address from pg_locks join pg_stat_activity using (pid)
     join graphile_worker.jobs
       on (classid::bigint << 32) | objid::bigint = hashtextextended(jobs.locked_by, 0)
     where pg_locks.locktype = 'advisory' and granted and task_identifier = 'process-upload'`,
  );
  return HOSTS.find((host) => installation.network.addressOf(host) === holder?.address);
};

/** The time of the first log entry after `at` in which a worker took over the jobs of a lost one. */
export const takeoverSince = (cluster: Cluster, at: number): number | undefined =>
  HOSTS.flatMap((host) => readFileSync(cluster.service(`worker-${host}`).logFile, 'utf8').split('\n'))
    .filter((line) => line.includes('took over the jobs of workers that are gone'))
    .map((line) => Date.parse((JSON.parse(line) as { time: string }).time))
    .find((takenAt) => takenAt >= at);
