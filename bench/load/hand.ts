import type { Answered, Asked, Asker } from './ask.ts';
import type { Person, World } from './world.ts';

/** One person at one moment: what she asks for, her own session with it. */
export interface Hand<Who extends Person = Person> {
  world: World;
  who: Who;
  /** when she clicked */
  due: number;
  /** By the contract's path; what follows from another answer has no `due`. */
  get(call: string, path: string, due?: number): Promise<Answered>;
  send(call: string, method: 'POST' | 'PATCH', path: string, body?: unknown, due?: number): Promise<Answered>;
  /** Of which only the length matters; `headers` in place of the session. */
  bytes(call: string, url: string, asked?: Asked): Promise<Answered>;
}

export const handOf = <Who extends Person>(asker: Asker, world: World, who: Who, due: number): Hand<Who> => {
  const api = `${world.address}/api/1`;
  const { cookie } = who;
  return {
    world,
    who,
    due,
    get: (call, path, moment) =>
      asker.ask(call, `${api}${path}`, { headers: { cookie }, ...(moment !== undefined && { due: moment }) }),
    send: (call, method, path, body, moment) =>
      asker.ask(call, `${api}${path}`, {
        method,
        headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(moment !== undefined && { due: moment }),
      }),
    bytes: (call, url, asked = {}) => asker.ask(call, url, { drop: true, ...asked }),
  };
};

/** Something people do, so often in comparison with the rest. */
export interface Deed<Who extends Person = Person> {
  weight: number;
  go(hand: Hand<Who>): Promise<unknown>;
}

export const chooserOf = <Who extends Person>(deeds: Deed<Who>[]): (() => Deed<Who>) => {
  const all = deeds.reduce((sum, { weight }) => sum + weight, 0);
  return () => {
    let at = Math.random() * all;
    for (const deed of deeds) {
      at -= deed.weight;
      if (at < 0) return deed;
    }
    throw new Error('no deeds');
  };
};
