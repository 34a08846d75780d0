import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { unlessLive } from './realtime/events.ts';

/** Others work on the same lists, and no event may tell of it; a hidden tab asks for nothing. */
export const REFRESH_MS = 10_000;

/**
 * A page of a list: the page before stays, dimmed, until the next has come; a failure falls to the boundary. It is asked for
 * again now and then, and as soon as the query itself wants: no event tells of a letter that is on its way.
 */
export function useList<Answer, Key extends QueryKey>(options: UseQueryOptions<Answer, Error, Answer, Key>) {
  const { refetchInterval: sooner } = options;
  const { data, isPlaceholderData } = useQuery({
    ...options,
    refetchInterval: (query) => {
      const wanted = typeof sooner === 'function' ? sooner(query) : sooner;
      return Math.min(unlessLive(REFRESH_MS)(), wanted || Infinity);
    },
    placeholderData: keepPreviousData as never,
    throwOnError: (_reason, query) => query.state.data === undefined,
  });
  return { list: data, waiting: isPlaceholderData };
}
