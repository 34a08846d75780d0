import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { countUnfinished } from './upload-rows/queries.ts';

const STATUSES = ['uploading', 'completed', 'processing'];

export const measureUploads = (registry: Registry, { db }: Context): void => {
  const uploads = new Gauge({
    name: 'snimok_uploads',
    help: 'Unfinished uploads: being sent, waiting for a worker, being processed',
    labelNames: ['status'],
    registers: [],
    async collect() {
      const counts = new Map((await countUnfinished(db)).map(({ status, uploads }) => [status, uploads]));
      for (const status of STATUSES) this.set({ status }, counts.get(status) ?? 0);
    },
  });
  registry.registerMetric(uploads);
};
