import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Returns a function that reloads all queries whose keys begin with one of these. It is for the `onSuccess` of a
 * mutation, or for its `onSettled` if another user may have changed the data first: a refused change then needs the new
 * data too.
 */
export function useRefresh(...queryKeys: QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
