/** How long a finger must rest. */
const LONG_PRESS_MS = 500;
/** A finger that rests moves less than this. */
const STILL_PX = 8;

/** Calls back when a pressed finger has rested for a while. */
export class LongPress {
  #timer: ReturnType<typeof setTimeout> | undefined;

  start(onHeld: () => void): void {
    this.cancel();
    this.#timer = setTimeout(onHeld, LONG_PRESS_MS);
  }

  /** Ends the wait once the finger has moved. */
  travelled(px: number): void {
    if (px > STILL_PX) this.cancel();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
