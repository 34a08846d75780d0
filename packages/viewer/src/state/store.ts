import { useState, useSyncExternalStore } from 'react';

/**
 * State shared by several components outside React's tree. `set` merges a change and notifies all
 * subscribers.
 */
export class Store<State extends object> {
  #state: State;
  #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get = (): State => this.#state;

  set = (change: Partial<State> | ((state: State) => Partial<State>)): void => {
    const changed = typeof change === 'function' ? change(this.#state) : change;
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/**
 * `select` must return the same object until its value changes; the component renders again only when it
 * does.
 */
export const useStore = <State extends object, Selected>(
  store: Store<State>,
  select: (state: State) => Selected,
): Selected => useSyncExternalStore(store.subscribe, () => select(store.get()));

/** Several fields of the state; the component renders again only when one of them changes. The names must stay the same. */
export function useFields<State extends object, Name extends keyof State>(
  store: Store<State>,
  ...names: readonly Name[]
): Pick<State, Name> {
  const [select] = useState(() => fieldsSelector<State, Name>(names));
  return useStore(store, select);
}

/** @internal */
export function fieldsSelector<State extends object, Name extends keyof State>(
  names: readonly Name[],
): (state: State) => Pick<State, Name> {
  let selected: Pick<State, Name> | undefined;
  return (state) => {
    const before = selected;
    if (before && names.every((name) => Object.is(before[name], state[name]))) return before;
    selected = Object.fromEntries(names.map((name) => [name, state[name]])) as Pick<State, Name>;
    return selected;
  };
}
