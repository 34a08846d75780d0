import {
  hideColumns,
  listHiddenColumns,
  type ListName as ListNameSchema,
} from '@snimok/contract/administration/list-columns';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { showFailure } from '../../../shared/failures/show-failure.ts';
import { call } from '../../../shared/calls/call.ts';

export type ListName = z.output<typeof ListNameSchema>;

export const hiddenColumnsQuery = queryOptions({
  queryKey: ['hidden-columns'],
  queryFn: async () => (await call(listHiddenColumns)).lists,
  staleTime: 60_000,
});

/** Shows the choice at once; after a failure the stored one is read again. */
export function useHideColumns(list: ListName) {
  const client = useQueryClient();
  const { queryKey } = hiddenColumnsQuery;
  return useMutation({
    mutationFn: (hidden: string[]) => call(hideColumns, { body: { list, hidden } }),
    // requests are sent one after the other, so that the last choice is the one that stays
    scope: { id: 'hidden-columns' },
    onMutate: async (hidden) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(queryKey, (lists = []) => [
        ...lists.filter((one) => one.list !== list),
        { list, hidden },
      ]);
    },
    onError: (reason) => {
      showFailure(reason);
      return client.invalidateQueries({ queryKey });
    },
  });
}
