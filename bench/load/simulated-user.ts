import type { Reply, RequestOptions, TimedClient } from './timed-client.ts';
import type { Person, Dataset } from './dataset.ts';

/** One person at one moment: what she asks for, her own session with it. */
export interface SimulatedUser<Someone extends Person = Person> {
  dataset: Dataset;
  person: Someone;
  /** when she clicked */
  due: number;
  /** By the contract's path; what follows from another answer has no `due`. */
  get(call: string, path: string, due?: number): Promise<Reply>;
  send(call: string, method: 'POST' | 'PATCH', path: string, body?: unknown, due?: number): Promise<Reply>;
  /** Of which only the length matters; `headers` in place of the session. */
  bytes(call: string, url: string, asked?: RequestOptions): Promise<Reply>;
}

export const simulateUser = <Someone extends Person>(client: TimedClient, dataset: Dataset, person: Someone, due: number): SimulatedUser<Someone> => {
  const api = `${dataset.address}/api/1`;
  const { cookie } = person;
  return {
    dataset,
    person,
    due,
    get: (call, path, moment) =>
      client.ask(call, `${api}${path}`, { headers: { cookie }, ...(moment !== undefined && { due: moment }) }),
    send: (call, method, path, body, moment) =>
      client.ask(call, `${api}${path}`, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(moment !== undefined && { due: moment }),
      }),
    bytes: (call, url, asked = {}) => client.ask(call, url, { drop: true, ...asked }),
  };
};

/** Something people do, so often in comparison with the rest. */
export interface Action<Someone extends Person = Person> {
  weight: number;
  run(user: SimulatedUser<Someone>): Promise<unknown>;
}

export const weightedChoice = <Someone extends Person>(actions: Action<Someone>[]): (() => Action<Someone>) => {
  const all = actions.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let at = Math.random() * all;
    for (const action of actions) {
      at -= action.weight;
      if (at < 0) return action;
    }
    throw new Error('no deeds');
  };
};
