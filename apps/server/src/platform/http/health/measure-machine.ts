import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../context.ts';

/** Metrics of this process's database connections and of the disks of local stores. */
export const measureMachine = (registry: Registry, { pool, config }: Context): void => {
  const connections = new Gauge({
    name: 'snimok_database_connections',
    help: 'Connections of this process to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  registry.registerMetric(connections);
  const folders = Object.entries({ storage: config.storageURL, archive: config.archiveURL })
    .filter(([, url]) => url.startsWith('file:'))
    .map(([store, url]) => ({ store, folder: fileURLToPath(new URL(url)) }));
  const disk = (name: string, help: string, read: (disk: StatsFs) => number) =>
    new Gauge({
      name: `snimok_storage_${name}`,
      help,
      labelNames: ['store'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const { store, folder } of folders) {
          // a disk that cannot be read has no value; /readyz reports the failure
          const found = await statfs(folder).catch(() => undefined);
          if (found) this.set({ store }, read(found));
        }
      },
    });
  disk('free_bytes', 'Free space on the disk of a local store', ({ bavail, bsize }) => bavail * bsize);
  disk('size_bytes', 'Size of the disk of a local store', ({ blocks, bsize }) => blocks * bsize);
};
