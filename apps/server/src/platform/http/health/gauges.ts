import { Gauge, type Registry } from 'prom-client';

interface Options<Counts> {
  prefix: string;
  /** the column that distinguishes the rows; absent if there is one row */
  label?: keyof Counts & string;
  /** runs when the metrics are read, so that all processes report the same numbers */
  list(): Promise<Counts[]>;
}

/** Defines gauges whose numbers come from one query. */
export const gaugesOf = <Counts>(registry: Registry, { prefix, label, list }: Options<Counts>) => {
  let pending: Promise<Counts[]> | undefined;
  // all gauges are read at the same time and share one result
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
