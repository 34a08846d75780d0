import { QueryClient } from '@tanstack/react-query';
import { CallProblem } from './call.ts';

const MAX_RETRIES = 2;

/** An answer that says no will say no again; silence and a server in trouble are worth another try. */
const mayPass = (reason: Error) =>
  reason instanceof CallProblem && (reason.status === undefined || reason.status >= 502);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // What hovering has fetched is not fetched again by the click that follows.
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (failures, reason) => failures < MAX_RETRIES && mayPass(reason),
    },
  },
});
