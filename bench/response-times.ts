import { connections } from './exchange.ts';
import type { PortalClient } from './portal-client.ts';

interface Asking {
  who: PortalClient;
  path: (n: number) => string;
}

/** So many hands ask again and again for so long; the milliseconds of each answer. */
export const times = async ({ who, path }: Asking, hands: number, forMs: number): Promise<number[]> => {
  const agent = connections(hands);
  const taken: number[] = [];
  const until = performance.now() + forMs;
  let asked = 0;
  const hand = async () => {
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await who.get(path(asked++), agent);
      taken.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: hands }, hand));
  agent.destroy();
  return taken;
};
