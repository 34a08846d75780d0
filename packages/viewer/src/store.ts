import { useSyncExternalStore } from 'react';

/** A value that several panes watch; each is drawn again only when its own part has changed. */
export class Store<State extends object> {
  #state: State;
  #listeners = new Set<() => void>();

  constructor(state: State) {
    this.#state = state;
  }

  get = (): State => this.#state;

  set = (change: Partial<State> | ((state: State) => Partial<State>)): void => {
    const part = typeof change === 'function' ? change(this.#state) : change;
    this.#state = { ...this.#state, ...part };
    for (const listener of this.#listeners) listener();
  };

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** `pick` gives a part that stays the same object until it changes. */
export const useStore = <State extends object, Part>(
  store: Store<State>,
  pick: (state: State) => Part,
): Part => useSyncExternalStore(store.subscribe, () => pick(store.get()));
