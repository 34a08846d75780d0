import type { Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { gaugesOf } from '../../platform/http/health/gauges.ts';
import { portalHealth } from './health.ts';

const VALUES = { ok: 0, attention: 1, problem: 2 };

export const measureHealth = (registry: Registry, context: Context): void => {
  const list = async () => (await portalHealth(context)).lines;
  const gauge = gaugesOf(registry, { prefix: 'health', label: 'line', list });
  gauge(
    'state',
    'The lines of the page «Состояние портала»: 0 in order, 1 needs attention, 2 is a problem',
    ({ state }) => VALUES[state],
  );
};
