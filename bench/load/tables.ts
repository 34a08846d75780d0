import { percentile, shown, type Table } from '../measuring/figures.ts';
import { slope, type Usage } from './processes.ts';
import { longest, p99, type Tally } from './users/tally.ts';

/** Only lists and searches have a target; transfers over simulated slow lines have none. */
const hasTarget = (call: string): boolean => /^(list|search):/.test(call);

const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0);

/**
 * One row per call: number of requests (per second if `seconds` is given), times and errors; bold if p99 exceeds the
 * target.
 */
export const callsTable = (title: string, tally: Tally, targetMs: number, seconds?: number): Table => ({
  title,
  head: [
    '',
    seconds === undefined ? 'requests' : 'per second',
    'p50, ms',
    'p99, ms',
    'longest, ms',
    'errors',
    'refused',
  ],
  rows: Object.entries(tally)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([call, one]) => [
      hasTarget(call) && p99(one) > targetMs ? `**${call}**` : call,
      shown(one.ms.length / (seconds ?? 1)),
      shown(percentile(one.ms, 0.5)),
      shown(p99(one)),
      shown(longest(one)),
      String(one.errors),
      one.refused ? String(one.refused) : '',
    ]),
});

/** The response times of all lists and searches. */
export const listTimes = (tally: Tally): number[] =>
  Object.entries(tally).flatMap(([call, { ms }]) => (hasTarget(call) ? ms : []));

export const errorsOf = (tally: Tally): number => sum(Object.values(tally).map(({ errors }) => errors));
export const requestsOf = (tally: Tally): number =>
  sum(
    Object.entries(tally)
      .filter(([call]) => !/^(realtime: message|upload: until)/.test(call))
      .map(([, { ms }]) => ms.length),
  );

export const machineTable = (title: string, { cpu, memory, othersShare }: Usage): Table => ({
  title,
  head: [
    '',
    'CPU, % of a core',
    'memory at start, MB',
    'in the middle',
    'at the end',
    'highest',
    'slope, MB/h',
  ],
  rows: [
    ...Object.keys(cpu).map((name) => {
      const samples = memory[name] ?? [];
      return [
        name,
        shown((cpu[name] ?? 0) * 100),
        ...[0, Math.floor(samples.length / 2), samples.length - 1].map((at) => shown(samples[at] ?? 0)),
        shown(Math.max(...samples)),
        shown(slope(samples)),
      ];
    }),
    ['others, of all cores', shown(othersShare * 100), '', '', '', '', ''],
  ],
});
