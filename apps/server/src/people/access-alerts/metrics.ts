import { Gauge, type Registry } from 'prom-client';
import type { Context } from '../../platform/context.ts';
import { countAlertsOfDay, countOpenAlerts } from './queries.ts';

/** The values are counted in the database, so that every process reports the same. */
export const measureAccessAlerts = (registry: Registry, { db }: Context): void => {
  const gauge = (name: string, help: string, count: () => Promise<number>) =>
    new Gauge({
      name: `snimok_access_alerts_${name}`,
      help,
      registers: [registry],
      async collect() {
        this.set(await count());
      },
    });
  gauge('open', 'Alerts about accounts that nobody has acknowledged', () => countOpenAlerts(db));
  gauge('last_day', 'Alerts about accounts within the last day', () => countAlertsOfDay(db));
};
