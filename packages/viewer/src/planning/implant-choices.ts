import type { ImplantChoice, saveImplantChoice } from '@snimok/contract/viewing/implants';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { CallProblem } from '@snimok/api-client/call';
import type { z } from 'zod';
import { Store } from '../state/store.ts';
import type { ViewerSession } from '../study/viewer-session.ts';

export type Choice = z.output<typeof ImplantChoice>;
type Change = BodyOf<typeof saveImplantChoice>;

interface ChoicesState {
  /** the last used first */
  choices: readonly Choice[];
  /** why the last call failed */
  failure: unknown;
}

/**
 * The result of a change as the server computes it. It is shown before the server answers; for users without an account
 * it is the only result.
 * @internal
 */
export function changedChoices(choices: readonly Choice[], change: Change, now: string): Choice[] {
  const { manufacturer, line, isFavourite, used } = change;
  const known = choices.find((one) => one.manufacturer === manufacturer && one.line === line);
  const others = choices.filter((one) => one !== known);
  const changed = {
    manufacturer,
    line,
    isFavourite: isFavourite ?? known?.isFavourite ?? false,
    last: used ? { ...used, usedAt: now } : (known?.last ?? null),
  };
  if (!changed.isFavourite && !changed.last) return others;
  return [changed, ...others].toSorted(byLastUse);
}

const byLastUse = (one: Choice, other: Choice): number =>
  (other.last?.usedAt ?? '').localeCompare(one.last?.usedAt ?? '');

/**
 * The lines that the user has starred or used. A recipient of a share has no account, so they are kept only while the
 * viewer is open.
 */
export class ImplantChoices extends Store<ChoicesState> {
  #session: ViewerSession;
  /** whether the server keeps them */
  #isKept: boolean;
  /** resolves when the earlier calls have ended, because a late answer would undo a newer change */
  #calls: Promise<void> = Promise.resolve();

  constructor(session: ViewerSession, isKept: boolean) {
    super({ choices: [], failure: undefined });
    this.#session = session;
    this.#isKept = isKept;
  }

  load = (): Promise<void> => this.#inOrder(() => this.#session.implantChoices());

  change(change: Change): Promise<void> {
    const { choices } = this.get();
    this.set({ choices: changedChoices(choices, change, new Date().toISOString()) });
    return this.#inOrder(() => this.#session.saveImplantChoice(change), choices);
  }

  /** Runs a call after the earlier ones. `before` is restored when it fails. */
  #inOrder(call: () => Promise<readonly Choice[]>, before?: readonly Choice[]): Promise<void> {
    this.#calls = this.#calls.then(async () => {
      if (!this.#isKept) return;
      try {
        this.set({ choices: await call(), failure: undefined });
      } catch (failure) {
        // a server of an earlier version does not know this call
        if (failure instanceof CallProblem && failure.status === 404) this.#isKept = false;
        else this.set({ failure, ...(before && { choices: before }) });
      }
    });
    return this.#calls;
  }
}
