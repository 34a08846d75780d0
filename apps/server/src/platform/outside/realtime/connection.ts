import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Disconnect, disconnects, replies } from './protocol.ts';

const PING_EVERY_MS = 25_000;
const PONG_WITHIN_MS = 8_000;
const CONNECT_WITHIN_MS = 10_000;
/** How long after its token a connection, or a subscription, waits for the next one; Centrifugo's number. */
const REFRESH_WITHIN_MS = 25_000;
/** A client that reads slower than it is told is cut; it comes back and recovers. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** For the close frame to arrive; the socket of one who does not answer it is destroyed. */
const CLOSE_WITHIN_MS = 2_000;

export const PING_SECONDS = PING_EVERY_MS / 1000;

export interface Subscription {
  channel: string;
  /** the number of the last publication it was told */
  offset: number;
  /** what was published while what it had missed was looked up; null when there is nothing to wait for */
  waiting: { number: number; line: string }[] | null;
  /** of its token; null for a channel that needs none */
  expiresAt: Date | null;
}

/** Who a connection belongs to, once its token was found good. */
export interface Identity {
  userID: string;
  session: string;
  tokenExpiresAt: Date;
  sessionExpiresAt: Date;
}

/** One client's WebSocket: what it is told, in order, and the end of it. */
export class Connection {
  readonly id = randomUUID();
  readonly subscriptions = new Map<string, Subscription>();
  identity: Identity | null = null;
  isOpen = true;

  readonly #socket: WebSocket;
  #unsent: string[] = [];
  readonly #openedAt = performance.now();
  #pingedAt = performance.now();
  #awaitsPong = false;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Lines of one turn of the event loop leave as one frame. */
  send(line: string): void {
    if (!this.isOpen) return;
    this.#unsent.push(line);
    if (this.#unsent.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    if (!this.isOpen) return;
    const frame = this.#unsent.join('\n');
    this.#unsent = [];
    this.#socket.send(frame);
    if (this.#socket.bufferedAmount > MAX_UNSENT_BYTES) this.close(disconnects.slow());
  }

  publish(subscription: Subscription, number: number, line: string): void {
    if (subscription.waiting) subscription.waiting.push({ number, line });
    else if (number > subscription.offset) {
      subscription.offset = number;
      this.send(line);
    }
  }

  close({ code, message }: Disconnect): void {
    if (!this.isOpen) return;
    if (this.#unsent.length > 0) this.#flush();
    this.isOpen = false;
    this.#socket.close(code, message);
    setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  receivePong(): void {
    this.#awaitsPong = false;
  }

  /** Once a second: what is due. `now` is the portal's clock; pings go by the machine's. */
  tick(now: Date): void {
    const machineNow = performance.now();
    const { identity } = this;
    if (!identity) {
      if (machineNow - this.#openedAt > CONNECT_WITHIN_MS) this.close(disconnects.stale());
      return;
    }
    if (identity.sessionExpiresAt <= now || isOverdue(identity.tokenExpiresAt, now)) {
      this.close(disconnects.expired());
      return;
    }
    if (this.#awaitsPong && machineNow - this.#pingedAt > PONG_WITHIN_MS) {
      this.close(disconnects.noPong());
      return;
    }
    if (machineNow - this.#pingedAt > PING_EVERY_MS) {
      this.#pingedAt = machineNow;
      this.#awaitsPong = true;
      this.send(replies.ping);
    }
  }

  /** Subscriptions whose token was not renewed in time. */
  overdueSubscriptions(now: Date): Subscription[] {
    return [...this.subscriptions.values()].filter(
      ({ expiresAt }) => expiresAt !== null && isOverdue(expiresAt, now),
    );
  }
}

const isOverdue = (expiresAt: Date, now: Date) => now.getTime() - expiresAt.getTime() > REFRESH_WITHIN_MS;
