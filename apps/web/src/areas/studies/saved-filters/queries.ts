import { deleteSavedFilter, listSavedFilters, saveFilter } from '@snimok/contract/saved-filters';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';

export const savedFiltersQuery = queryOptions({
  queryKey: ['saved-filters'],
  queryFn: async () => (await call(listSavedFilters)).filters,
  staleTime: 60_000,
});

function useFiltersCall<Request, Reply>(mutationFn: (request: Request) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => client.invalidateQueries({ queryKey: ['saved-filters'] }),
  });
}

export const useSaveFilter = () =>
  useFiltersCall((body: { name: string; query: string }) => call(saveFilter, { body }));

export const useDeleteFilter = () =>
  useFiltersCall((filterID: number) => call(deleteSavedFilter, { params: { filterID } }));
