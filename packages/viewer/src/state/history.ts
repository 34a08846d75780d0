import type { Store } from './store.ts';

/** Restores an earlier state, and returns the step that leads back. */
export type Step = () => Step;

interface Entry {
  step: Step;
  /** steps of one owner are forgotten together: a store, or the `markID` of an annotation being drawn */
  owner: object | string | undefined;
}

interface RememberOptions {
  owner?: object | string;
  /** Steps with the same key that follow one another quickly, such as those of a slider, are undone together. */
  key?: string;
}

const LIMIT = 100;
const SAME_CHANGE_MS = 1000;

/** The undo history of all that the user places or changes in the viewer, in the order of the changes. */
export class History {
  #past: Entry[] = [];
  #future: Entry[] = [];
  #last: { key: string; at: number } | undefined;

  /** Adds a step that restores the state before a change. */
  remember(step: Step, { owner, key }: RememberOptions = {}): void {
    const at = performance.now();
    const isSameChange = key !== undefined && this.#last?.key === key && at - this.#last.at < SAME_CHANGE_MS;
    this.#last = key === undefined ? undefined : { key, at };
    if (isSameChange) return;
    this.#past = [...this.#past, { step, owner }].slice(-LIMIT);
    this.#future = [];
  }

  undo = (): void => this.#move(this.#past, this.#future);
  redo = (): void => this.#move(this.#future, this.#past);

  /** Removes the steps of an owner that does not exist any more. */
  forget(owner: object | string): void {
    this.#past = this.#past.filter((entry) => entry.owner !== owner);
    this.#future = this.#future.filter((entry) => entry.owner !== owner);
  }

  #move(from: Entry[], to: Entry[]): void {
    const entry = from.pop();
    this.#last = undefined;
    if (entry) to.push({ ...entry, step: entry.step() });
  }
}

/** Two steps as one. */
export const together =
  (one: Step, other: Step): Step =>
  () =>
    together(one(), other());

/** A step that restores these values of a store. */
export const restoring =
  <State extends object>(store: Store<State>, values: Partial<State>): Step =>
  () => {
    const now = valuesOf(store.get(), Object.keys(values) as (keyof State)[]);
    store.set(values);
    return restoring(store, now);
  };

export const valuesOf = <State extends object>(
  state: State,
  keys: readonly (keyof State)[],
): Partial<State> => Object.fromEntries(keys.map((key) => [key, state[key]])) as Partial<State>;
