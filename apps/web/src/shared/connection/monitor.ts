/** A request without a response for this long causes a probe. With the probe's own limit: less than 3 s. */
const SLOW_MS = 800;
/** A request that is still pending is examined again at this interval, since the server may hang later. */
const PENDING_MS = 4_000;
const PROBE_TIMEOUT_MS = 2_000;
/** After this time without any response, the next action of the user causes a probe. */
const STALE_ON_ACTIVITY_MS = 5_000;
/** How often a visible page without input and without heartbeats is checked. */
const IDLE_MS = 20_000;
/** Pauses between probes of a lost connection: at first, and at most. */
const RETRY_MS = { first: 1_500, longest: 10_000 };
const RETRY_FACTOR = 1.2;

interface Surroundings {
  /** resolves when the server has answered a small request, and rejects otherwise */
  probe: (signal: AbortSignal) => Promise<void>;
  isVisible: () => boolean;
  random?: () => number;
}

/**
 * Knows whether the server can be reached. Every response proves that it can. A browser that reports to be offline, or
 * a probe without an answer, proves that it cannot. A probe follows every sign of a failure: a failed request, one that
 * takes long, a closed socket, a missing heartbeat, or a person's action after a silence. A lost connection is probed
 * until it is back.
 */
export class ConnectionMonitor {
  readonly #around: Surroundings;
  readonly #listeners = new Set<() => void>();
  #lost = false;
  #answeredAt = Date.now();
  #trafficAt = 0;
  #probing: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heartbeatTimer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = RETRY_MS.first;

  constructor(around: Surroundings) {
    this.#around = around;
  }

  get lost(): boolean {
    return this.#lost;
  }

  /** While anybody listens, an idle page is probed too. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    this.#schedule();
    return () => {
      this.#listeners.delete(listener);
      this.#schedule();
    };
  };

  /** The server has answered. */
  answered(): void {
    this.#answeredAt = Date.now();
    this.#setLost(false);
  }

  /** The server has sent a heartbeat. A visible page without the next one causes a probe. */
  heartbeat(nextWithinMs: number): void {
    this.answered();
    clearTimeout(this.#heartbeatTimer);
    this.#heartbeatTimer = setTimeout(() => {
      if (this.#around.isVisible() && Date.now() - this.#answeredAt >= SLOW_MS) void this.check();
    }, nextWithinMs + SLOW_MS);
  }

  /** Bytes have moved, though not necessarily to the portal: a busy line delays a probe. */
  moved(): void {
    this.#trafficAt = Date.now();
  }

  /** The browser reports that it has no network. */
  wentOffline(): void {
    this.#setLost(true);
  }

  /** A person has done something. */
  active(): void {
    if (this.#lost || Date.now() - this.#answeredAt > STALE_ON_ACTIVITY_MS) void this.check();
  }

  /** Probes the server, and resolves with whether the connection is lost. */
  async check(): Promise<boolean> {
    const probing = this.#probing ?? this.#probe();
    this.#probing = probing;
    await probing;
    if (this.#probing === probing) {
      this.#probing = undefined;
      this.#schedule();
    }
    return this.#lost;
  }

  /** Returns a function to be called when the request has ended. */
  requested(): () => void {
    const examine = () => {
      timer = setTimeout(examine, PENDING_MS);
      if (Date.now() - this.#answeredAt >= SLOW_MS) void this.check();
    };
    let timer = setTimeout(examine, SLOW_MS);
    return () => clearTimeout(timer);
  }

  /** Resolves when the connection is not lost. */
  untilFound(): Promise<void> {
    if (!this.#lost) return Promise.resolve();
    return new Promise((resolve) => {
      const unsubscribe = this.subscribe(() => {
        if (this.#lost) return;
        unsubscribe();
        resolve();
      });
    });
  }

  async #probe(): Promise<void> {
    const begunAt = Date.now();
    const abort = new AbortController();
    let timedOut = false;
    const timer = setTimeout(() => {
      timedOut = true;
      abort.abort();
    }, PROBE_TIMEOUT_MS);
    try {
      await this.#around.probe(abort.signal);
      this.answered();
    } catch {
      const busy = timedOut && Math.max(this.#trafficAt, this.#answeredAt) > begunAt;
      if (!busy) this.#setLost(true);
    } finally {
      clearTimeout(timer);
    }
  }

  #setLost(lost: boolean): void {
    if (this.#lost === lost) return;
    this.#lost = lost;
    this.#retryMs = RETRY_MS.first;
    this.#schedule();
    for (const listener of this.#listeners) listener();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0) return;
    this.#timer = setTimeout(() => {
      const silentMs = Date.now() - this.#answeredAt;
      if (this.#lost || (this.#around.isVisible() && silentMs >= IDLE_MS)) void this.check();
      else this.#schedule();
    }, this.#pauseMs());
  }

  /** Random, so that the tabs of all people do not return at the same moment after a restart. */
  #pauseMs(): number {
    if (!this.#lost) return IDLE_MS;
    const pause = this.#retryMs * (0.75 + (this.#around.random ?? Math.random)() / 2);
    this.#retryMs = Math.min(this.#retryMs * RETRY_FACTOR, RETRY_MS.longest);
    return pause;
  }
}
