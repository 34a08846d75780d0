import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';

/** A page of a list: the page before stays, dimmed, until the next has come; a failure falls to the boundary. */
export function useList<Answer, Key extends QueryKey>(options: UseQueryOptions<Answer, Error, Answer, Key>) {
  const { data, isPlaceholderData } = useQuery({
    ...options,
    placeholderData: keepPreviousData as never,
    throwOnError: (_reason, query) => query.state.data === undefined,
  });
  return { list: data, waiting: isPlaceholderData };
}
