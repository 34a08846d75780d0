import { Socket } from 'node:net';

interface TransferWatchOptions<Right> {
  /** Returns for each right whether it still exists. One call checks all running transfers. */
  check: (rights: Right[]) => Promise<boolean[]>;
  /** Called with the number of transfers that were cut. */
  onCut: (count: number, because: 'revoked' | 'unverified') => void;
  onError: (cause: unknown) => void;
  now?: () => number;
}

interface Transfer<Right> {
  right: Right;
  cut: () => void;
  verifiedAt: number;
}

/** The transfers of a revoked right are cut after this time and the duration of a check at the latest. */
const CHECK_EVERY_MS = 1_000;
/**
 * A database that restarts or fails over must not interrupt transfers. After this time without a successful check they
 * are cut.
 */
const UNVERIFIED_LIMIT_MS = 60_000;

/**
 * Cuts the running transfers of this process whose right has ended, in either direction. Checks at intervals, not with each
 * piece of bytes, so that it also cuts a transfer whose other side does not read or send.
 */
export class TransferWatch<Right> {
  readonly #options: Required<TransferWatchOptions<Right>>;
  readonly #running = new Set<Transfer<Right>>();
  readonly #timer = setInterval(() => void this.checkNow(), CHECK_EVERY_MS).unref();
  #isChecking = false;

  constructor(options: TransferWatchOptions<Right>) {
    this.#options = { now: () => performance.now(), ...options };
  }

  /** Calls `cut` once when the right has ended. Call the returned function to remove the transfer. */
  add(right: Right, cut: () => void): () => void {
    const transfer = { right, cut, verifiedAt: this.#options.now() };
    this.#running.add(transfer);
    return () => void this.#running.delete(transfer);
  }

  /** @internal */
  async checkNow(): Promise<void> {
    const { check, onError, now } = this.#options;
    this.#cut(
      [...this.#running].filter(({ verifiedAt }) => now() - verifiedAt > UNVERIFIED_LIMIT_MS),
      'unverified',
    );
    if (this.#isChecking || this.#running.size === 0) return;
    this.#isChecking = true;
    const transfers = [...this.#running];
    const startedAt = now();
    try {
      const allowed = await check(transfers.map(({ right }) => right));
      for (const transfer of transfers) transfer.verifiedAt = startedAt;
      this.#cut(
        transfers.filter((_, i) => !allowed[i]),
        'revoked',
      );
    } catch (cause) {
      onError(cause);
    } finally {
      this.#isChecking = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #cut(transfers: Transfer<Right>[], because: 'revoked' | 'unverified'): void {
    const running = transfers.filter((transfer) => this.#running.delete(transfer));
    for (const { cut } of running) cut();
    if (running.length > 0) this.#options.onCut(running.length, because);
  }
}

/**
 * Ends a connection and discards the bytes that the kernel still holds for it. Requests of `app.inject` have no
 * connection.
 */
export const resetConnection = ({ socket }: { socket: Socket | null }): void => {
  if (socket instanceof Socket) socket.resetAndDestroy();
};
