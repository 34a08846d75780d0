import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { DAY_MS, HOUR_MS } from '../time-and-sizes/duration.ts';
import { gaugesOf } from '../http/health/gauges.ts';
import { after } from '../time-and-sizes/clock.ts';
import { countLetters } from './queries.ts';

export const measureLetters = (registry: Registry, { db, clock }: Context): void => {
  const list = () => {
    const now = clock.now();
    return countLetters(db, { now, hourAgo: after(now, -HOUR_MS), dayAgo: after(now, -DAY_MS) });
  };
  const gauge = gaugesOf(registry, { prefix: 'letters', list });
  gauge('waiting', 'Letters that are neither sent nor given up', ({ waiting }) => waiting);
  gauge(
    'oldest_waiting_seconds',
    'Age of the oldest letter that is neither sent nor given up',
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge('sent_last_hour', 'Letters that the mail server accepted within the last hour', ({ sent }) => sent);
  gauge('failed_last_day', 'Letters given up within the last day', ({ failed }) => failed);
};
