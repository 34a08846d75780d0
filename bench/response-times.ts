import { connections } from './exchange.ts';
import type { PortalClient } from './portal-client.ts';

interface RepeatedRequest {
  client: PortalClient;
  /** of the n-th request */
  path: (n: number) => string;
}

/** Repeats a request over `concurrency` connections for `forMs`; returns the milliseconds of each response. */
export const responseTimes = async (
  { client, path }: RepeatedRequest,
  concurrency: number,
  forMs: number,
): Promise<number[]> => {
  const agent = connections(concurrency);
  const taken: number[] = [];
  const until = performance.now() + forMs;
  let count = 0;
  const repeat = async () => {
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await client.get(path(count++), agent);
      taken.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, repeat));
  agent.destroy();
  return taken;
};
