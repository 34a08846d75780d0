import { onlineManager, QueryClient } from '@tanstack/react-query';
import { isTemporary } from './call.ts';
import { onConnection } from './connection/connection.ts';

const MAX_RETRIES = 2;

// While the connection is lost, queries and mutations wait; afterwards they run, and old data are refreshed.
onlineManager.setEventListener((setOnline) => onConnection((lost) => setOnline(!lost)));

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
