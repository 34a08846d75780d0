import { percentile, shown, type Table } from '../measuring/figures.ts';
import type { UsersReport } from './users/users.ts';
import type { Usage } from './processes.ts';
import type { SocketsReport } from './users/sockets.ts';
import { errorsOf, listTimes, requestsOf } from './tables.ts';
import type { Tally } from './users/tally.ts';

/** The summary table of a run. */
export const summary = (
  title: string,
  tally: Tally,
  { lateness, overflow }: UsersReport,
  { connected, lost }: SocketsReport,
  { seconds, othersShare }: Usage,
): Table => {
  const lists = listTimes(tally);
  const bytes = (kind: string) =>
    Object.entries(tally).reduce((sum, [call, one]) => sum + (call.startsWith(kind) ? one.bytes : 0), 0);
  return {
    title,
    head: ['', ''],
    rows: [
      ['responses per second', shown(requestsOf(tally) / seconds)],
      ['responses in total', String(requestsOf(tally))],
      ['errors', String(errorsOf(tally) + overflow)],
      [
        'lists and searches together: p50, p99 ms',
        `${shown(percentile(lists, 0.5))}, ${shown(percentile(lists, 0.99))}`,
      ],
      ['WebSockets connected at the end, lost', `${connected}, ${lost}`],
      ['downloads and frames, MB/s', shown((bytes('bytes: download') + bytes('viewer')) / seconds / 1e6)],
      [
        'driver late by, p50, p99 ms',
        `${shown(percentile(lateness, 0.5))}, ${shown(percentile(lateness, 0.99))}`,
      ],
      ['other programs, % of all cores', shown(othersShare * 100)],
    ],
  };
};
