import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';

/** What this process has of the database, and what the disks of its own stores have left. */
export const measureMachine = (registry: Registry, { pool, config }: Context): void => {
  const connections = new Gauge({
    name: 'snimok_database_connections',
    help: 'Connections of this process to the database, and who waits for one',
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
          // a disk that is gone has no figure; /readyz says what is the matter
          const found = await statfs(folder).catch(() => undefined);
          if (found) this.set({ store }, read(found));
        }
      },
    });
  disk('free_bytes', 'What the disk under a local store has left', ({ bavail, bsize }) => bavail * bsize);
  disk('size_bytes', 'How large that disk is', ({ blocks, bsize }) => blocks * bsize);
};
