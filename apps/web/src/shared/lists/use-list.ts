import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { unlessLive } from '../realtime/events.ts';

/**
 * The polling interval: colleagues change the same lists, and not every change has an event. A hidden tab
 * does not poll.
 */
export const REFRESH_MS = 10_000;

/**
 * One page of a list. The previous page stays, dimmed, until the next has loaded; a failure without any data
 * is thrown to the boundary. The list is polled at the shorter of two intervals: the general one and the
 * query's own, for example while a letter is being sent, for which there is no event.
 */
export function useList<Answer, Key extends QueryKey>(options: UseQueryOptions<Answer, Error, Answer, Key>) {
  const { refetchInterval: ownInterval } = options;
  const { data, isPlaceholderData } = useQuery({
    ...options,
    refetchInterval: (query) => {
      const own = typeof ownInterval === 'function' ? ownInterval(query) : ownInterval;
      return Math.min(unlessLive(REFRESH_MS)(), own || Infinity);
    },
    placeholderData: keepPreviousData as never,
    throwOnError: (_reason, query) => query.state.data === undefined,
  });
  return { list: data, waiting: isPlaceholderData };
}
