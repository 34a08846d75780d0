import { Gauge, type Registry } from 'prom-client';

interface Options<Counts> {
  prefix: string;
  /** the column by which there is one number for each row */
  label?: keyof Counts & string;
  /** runs when the metrics are read, so that every process reports the same database */
  list(): Promise<Counts[]>;
}

/** Defines gauges whose numbers are from one query. */
export const gaugesOf = <Counts>(registry: Registry, { prefix, label, list }: Options<Counts>) => {
  let pending: Promise<Counts[]> | undefined;
  // the gauges are read at once and share the result
  const listOnce = () => (pending ??= list().finally(() => (pending = undefined)));
  return (name: string, help: string, read: (counts: Counts) => number) =>
    new Gauge<string>({
      name: `snimok_${prefix}_${name}`,
      help,
      labelNames: label ? [label] : [],
      registers: [registry],
      async collect() {
        this.reset();
        for (const counts of await listOnce())
          this.set(label ? { [label]: String(counts[label]) } : {}, read(counts));
      },
    });
};
