import type { KeyView } from '../study/study.ts';

/** Reads and restores how one series is shown; provided by the viewer of that series. */
export interface ViewKeeper {
  read: () => KeyView;
  show: (view: KeyView) => void;
}

/** The keeper of the series on the screen, and a view that waits until its series is shown. */
export class KeyViews {
  #keeper: { series: number; keeper: ViewKeeper } | undefined;
  #waiting: KeyView | undefined;

  /** Returns a function that detaches the keeper. */
  attach(series: number, keeper: ViewKeeper): () => void {
    const attached = { series, keeper };
    this.#keeper = attached;
    if (this.#waiting?.series === series) keeper.show(this.#waiting);
    this.#waiting = undefined;
    return () => {
      if (this.#keeper === attached) this.#keeper = undefined;
    };
  }

  read = (): KeyView | undefined => this.#keeper?.keeper.read();

  /** False if the series has to be chosen first; the view is shown when its viewer is attached. */
  show(view: KeyView): boolean {
    if (this.#keeper?.series === view.series) {
      this.#keeper.keeper.show(view);
      return true;
    }
    this.#waiting = view;
    return false;
  }
}
