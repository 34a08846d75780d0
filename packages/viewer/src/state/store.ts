import { useSyncExternalStore } from 'react';

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
