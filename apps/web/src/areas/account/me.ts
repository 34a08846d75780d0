import { getMe } from '@snimok/contract/doctors';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../shared/call.ts';

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => call(getMe),
  staleTime: Number.POSITIVE_INFINITY,
});
