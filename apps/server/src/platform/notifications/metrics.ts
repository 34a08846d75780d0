import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { DAY_MS } from '../duration.ts';
import { sharePending } from '../http/share-pending.ts';
import { after } from '../outside/clock.ts';
import { countNotices } from './queries.ts';

type Counts = Awaited<ReturnType<typeof countNotices>>[number];

/** Counted in the database, by channel, when the metrics are read. */
export const measureNotices = (registry: Registry, { db, clock }: Context): void => {
  const count = sharePending(() => countNotices(db, after(clock.now(), -DAY_MS)));
  const gauge = (name: string, help: string, read: (counts: Counts) => number) =>
    new Gauge({
      name: `snimok_notices_${name}`,
      help,
      labelNames: ['channel'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const counts of await count()) this.set({ channel: counts.channel }, read(counts));
      },
    });
  gauge('waiting', 'Text and push messages that are neither sent nor given up', ({ waiting }) => waiting);
  gauge('sent_last_day', 'Text and push messages accepted within the last day', ({ sent }) => sent);
  gauge('failed_last_day', 'Text and push messages given up within the last day', ({ failed }) => failed);
};
