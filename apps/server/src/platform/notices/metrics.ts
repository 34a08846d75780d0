import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { DAY_MS } from '../time-and-sizes/duration.ts';
import { gaugesOf } from '../http/health/gauges.ts';
import { measureLetters } from '../letters/metrics.ts';
import { after } from '../time-and-sizes/clock.ts';
import { countNotices } from './queries.ts';

export const measureMessages = (registry: Registry, context: Context): void => {
  measureLetters(registry, context);
  measureNotices(registry, context);
};

const measureNotices = (registry: Registry, { db, clock }: Context): void => {
  const list = () => countNotices(db, after(clock.now(), -DAY_MS));
  const gauge = gaugesOf(registry, { prefix: 'notices', label: 'channel', list });
  gauge('waiting', 'Text and push messages that are neither sent nor given up', ({ waiting }) => waiting);
  gauge('sent_last_day', 'Text and push messages accepted within the last day', ({ sent }) => sent);
  gauge('failed_last_day', 'Text and push messages given up within the last day', ({ failed }) => failed);
};
