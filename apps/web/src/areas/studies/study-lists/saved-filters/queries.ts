import {
  deleteSavedFilter,
  listSavedFilters,
  saveFilter,
} from '@snimok/contract/administration/saved-filters';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '../../../../shared/calls/call.ts';
import { useRefresh } from '../../../../shared/calls/use-refresh.ts';

export const savedFiltersQuery = queryOptions({
  queryKey: ['saved-filters'],
  queryFn: async () => (await call(listSavedFilters)).filters,
  staleTime: 60_000,
});

const useFiltersCall = <Request, Reply>(mutationFn: (request: Request) => Promise<Reply>) =>
  useMutation({ mutationFn, onSettled: useRefresh(['saved-filters']) });

export const useSaveFilter = () =>
  useFiltersCall((body: { name: string; query: string }) => call(saveFilter, { body }));

export const useDeleteFilter = () =>
  useFiltersCall((filterID: number) => call(deleteSavedFilter, { params: { filterID } }));
