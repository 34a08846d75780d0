import { publishLive, publishMissed } from './events.ts';

/**
 * Whether every event arrives: all channels of the session are subscribed, or another channel carries their events. Events
 * that were missed are reported once, when all of them arrive again.
 */
export class Delivery {
  readonly #waiting: Set<string>;
  readonly #substituted = new Set<string>();
  #isComplete = false;

  constructor(channels: readonly string[]) {
    this.#waiting = new Set(channels);
  }

  begin(channel: string, { complete }: { complete: boolean }) {
    this.#waiting.delete(channel);
    if (!complete) this.#isComplete = false;
    this.#report();
  }

  end(channel: string) {
    this.#waiting.add(channel);
    this.#report();
  }

  /** The account may not read the channel; with `isSubstituted`, its events are on the own channel. */
  substitute(channel: string, isSubstituted: boolean) {
    if (isSubstituted) this.#substituted.add(channel);
    else this.#substituted.delete(channel);
    this.#report();
  }

  #report() {
    const isLive = [...this.#waiting].every((channel) => this.#substituted.has(channel));
    publishLive(isLive);
    if (!isLive || this.#isComplete) return;
    this.#isComplete = true;
    publishMissed();
  }
}
