import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/**
 * Loads the queries again whose keys begin so: for the `onSuccess` of a mutation, or its `onSettled` if a refusal may mean that
 * somebody else was faster.
 */
export function useRefresh(...queryKeys: QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(queryKeys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
