import type { Reply, RequestOptions, TimedClient } from './timed-client.ts';
import type { Person, Dataset } from '../dataset/dataset.ts';

/** A user with a session who performs one action. */
export interface SimulatedUser<Account extends Person = Person> {
  dataset: Dataset;
  person: Account;
  /** when the action was due (`performance.now()`) */
  due: number;
  /** `path` below `/api/1`; a request that depends on a previous response has no `due` */
  get(call: string, path: string, due?: number): Promise<Reply>;
  send(call: string, method: 'POST' | 'PATCH', path: string, body?: unknown, due?: number): Promise<Reply>;
  /** a request by absolute URL without the session's cookie; the body of the response is dropped */
  getBytes(call: string, url: string, options?: RequestOptions): Promise<Reply>;
}

export const simulateUser = <Account extends Person>(
  client: TimedClient,
  dataset: Dataset,
  person: Account,
  due: number,
): SimulatedUser<Account> => {
  const api = `${dataset.address}/api/1`;
  const { cookie } = person;
  return {
    dataset,
    person,
    due,
    get: (call, path, moment) =>
      client.send(call, `${api}${path}`, {
        headers: { cookie },
        ...(moment !== undefined && { due: moment }),
      }),
    send: (call, method, path, body, moment) =>
      client.send(call, `${api}${path}`, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(moment !== undefined && { due: moment }),
      }),
    getBytes: (call, url, options = {}) => client.send(call, url, { dropBody: true, ...options }),
  };
};

/** Something that users do; `weight` is its relative frequency. */
export interface Action<Account extends Person = Person> {
  weight: number;
  run(user: SimulatedUser<Account>): Promise<unknown>;
}

export const weightedChoice = <Account extends Person>(
  actions: Action<Account>[],
): (() => Action<Account>) => {
  const all = actions.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let at = Math.random() * all;
    for (const action of actions) {
      at -= action.weight;
      if (at < 0) return action;
    }
    throw new Error('weightedChoice: the list is empty');
  };
};
