import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { sharePending } from '../http/share-pending.ts';
import { after } from '../outside/clock.ts';
import { countLetters } from './queries.ts';
import { DAY_MS, HOUR_MS } from '../duration.ts';

type Counts = Awaited<ReturnType<typeof countLetters>>;

/** Counted in the database when the metrics are read, so that every process reports the same outbox. */
export const measureLetters = (registry: Registry, { db, clock }: Context): void => {
  const count = sharePending(() => {
    const now = clock.now();
    return countLetters(db, { hourAgo: after(now, -HOUR_MS), dayAgo: after(now, -DAY_MS) });
  });
  const gauge = (name: string, help: string, read: (counts: Counts, now: Date) => number) =>
    new Gauge({
      name: `snimok_letters_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(read(await count(), clock.now()));
      },
    });
  gauge('waiting', 'Letters that are neither sent nor given up', ({ waiting }) => waiting);
  gauge(
    'oldest_waiting_seconds',
    'Age of the oldest letter that is neither sent nor given up',
    ({ oldest }, now) => (oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1000) : 0),
  );
  gauge('sent_last_hour', 'Letters that the mail server accepted within the last hour', ({ sent }) => sent);
  gauge('failed_last_day', 'Letters given up within the last day', ({ failed }) => failed);
};
