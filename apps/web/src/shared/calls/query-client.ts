import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query';
import { isTemporary } from './call.ts';
import { connection, onConnection } from '../connection/connection.ts';
import { NotSent } from './not-sent.ts';

const MAX_RETRIES = 2;

declare module '@tanstack/react-query' {
  interface Register {
    /** `waits`: its request is in the queue of areas/frame/waiting, which sends it when the connection is back */
    mutationMeta: { waits?: true };
  }
}

// While the connection is lost, queries wait; afterwards they run, and old data are refreshed.
onlineManager.setEventListener((setOnline) => onConnection((lost) => setOnline(!lost)));

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // without a connection most mutations are refused: one that waited in the page would be lost with it, or come too late
    onMutate: (_variables, { meta }) => {
      if (connection.lost && !meta?.waits) throw new NotSent();
    },
  }),
  defaultOptions: {
    // mutations are not paused: they are refused, or the queue sends them
    mutations: { networkMode: 'always' },
    queries: {
      // Data prefetched on hover is not fetched again by the click that follows.
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (failures, reason) => failures < MAX_RETRIES && isTemporary(reason),
    },
  },
});
