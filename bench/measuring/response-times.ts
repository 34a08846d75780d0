import type { Agent } from 'node:http';
import { connections } from './exchange.ts';

/** Makes the n-th request. */
export type Ask = (n: number, agent: Agent) => Promise<unknown>;

/** Repeats a request over `concurrency` connections for `forMs`; returns the milliseconds of each response. */
export const responseTimes = async (ask: Ask, concurrency: number, forMs: number): Promise<number[]> => {
  const agent = connections(concurrency);
  const taken: number[] = [];
  const until = performance.now() + forMs;
  let count = 0;
  const repeat = async () => {
    for (let begin = performance.now(); begin < until; begin = performance.now()) {
      await ask(count++, agent);
      taken.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, repeat));
  agent.destroy();
  return taken;
};
