import { QueryClient } from '@tanstack/react-query';
import { isTemporary } from './call.ts';

const MAX_RETRIES = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Data prefetched on hover is not fetched again by the click that follows.
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (failures, reason) => failures < MAX_RETRIES && isTemporary(reason),
    },
  },
});
