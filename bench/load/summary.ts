import { percentile, shown, type Table } from '../figures.ts';
import type { UsersReport } from './users.ts';
import type { Usage } from './processes.ts';
import type { SocketsReport } from './sockets.ts';
import { errorsOf, listsTogether, requestsOf } from './tables.ts';
import type { Tally } from './tally.ts';

/** A run in a few figures. */
export const summary = (
  title: string,
  tally: Tally,
  { lateness, overflow }: UsersReport,
  { connected, lost }: SocketsReport,
  { seconds, othersShare }: Usage,
): Table => {
  const lists = listsTogether(tally);
  const bytes = (kind: string) =>
    Object.entries(tally).reduce((sum, [call, one]) => sum + (call.startsWith(kind) ? one.bytes : 0), 0);
  return {
    title,
    head: ['', ''],
    rows: [
      ['answers a second', shown(requestsOf(tally) / seconds)],
      ['answers in all', String(requestsOf(tally))],
      ['errors', String(errorsOf(tally) + overflow)],
      [
        'lists and searches together: p50, p99 ms',
        `${shown(percentile(lists, 0.5))}, ${shown(percentile(lists, 0.99))}`,
      ],
      ['WebSockets connected at the end, lost meanwhile', `${connected}, ${lost}`],
      ['downloads and frames, MB/s', shown((bytes('bytes: download') + bytes('viewer')) / seconds / 1e6)],
      [
        'driver late by, p50, p99 ms',
        `${shown(percentile(lateness, 0.5))}, ${shown(percentile(lateness, 0.99))}`,
      ],
      ['others used of all processors, %', shown(othersShare * 100)],
    ],
  };
};
