import type { Heartbeat } from '@snimok/contract/realtime';
import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { type Disconnect, disconnects, replies } from './protocol.ts';

const PING_EVERY_MS = 25_000;
/** So that an open page finds out within seconds that the server is gone. Not answered, unlike a ping. */
const HEARTBEAT_EVERY_MS = 2_000;
const PONG_WITHIN_MS = 8_000;
const CONNECT_WITHIN_MS = 10_000;
/** How long a connection or subscription outlives its token, so that the client can refresh it; as in Centrifugo. */
const REFRESH_WITHIN_MS = 25_000;
/** A client that reads too slowly is disconnected; it reconnects and recovers the missed publications. */
const MAX_UNSENT_BYTES = 1024 * 1024;
/** How long to wait for the client's close frame before the socket is destroyed. */
const CLOSE_WITHIN_MS = 2_000;

/** How often `tick` is called. */
export const TICK_MS = 1_000;
const HEARTBEAT = replies.message({ heartbeatMs: HEARTBEAT_EVERY_MS } satisfies Heartbeat);

export const PING_SECONDS = PING_EVERY_MS / 1000;

export interface Subscription {
  channel: string;
  /** the number of the last publication that was sent */
  offset: number;
  /** publications that arrive before the reply to `subscribe` is sent; null after that */
  waiting: { number: number; line: string }[] | null;
  /** the expiry of its token; null for a channel that needs no token */
  expiresAt: Date | null;
}

/** The user and session of a connection, from its verified token. */
export interface Identity {
  userID: string;
  session: string;
  tokenExpiresAt: Date;
  sessionExpiresAt: Date;
}

/** One client's WebSocket: sends lines in order, pings, and closes it when a limit is exceeded. */
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
  #heartbeatAt = performance.now();

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Lines sent in one turn of the event loop form one frame. */
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

  /** Called every `TICK_MS`. Expiry follows the portal's clock `now`, pings a monotonic clock. */
  tick(now: Date): void {
    const monotonicNow = performance.now();
    const { identity } = this;
    if (!identity) {
      if (monotonicNow - this.#openedAt > CONNECT_WITHIN_MS) this.close(disconnects.stale());
      return;
    }
    if (identity.sessionExpiresAt <= now || isOverdue(identity.tokenExpiresAt, now)) {
      this.close(disconnects.expired());
      return;
    }
    if (this.#awaitsPong && monotonicNow - this.#pingedAt > PONG_WITHIN_MS) {
      this.close(disconnects.noPong());
      return;
    }
    if (monotonicNow - this.#pingedAt > PING_EVERY_MS) {
      this.#pingedAt = monotonicNow;
      this.#awaitsPong = true;
      this.send(replies.ping);
    }
    // half a tick earlier than due, since ticks are a little late
    if (monotonicNow - this.#heartbeatAt > HEARTBEAT_EVERY_MS - TICK_MS / 2) {
      this.#heartbeatAt = monotonicNow;
      this.send(HEARTBEAT);
    }
  }

  /** Subscriptions whose token was not refreshed in time. */
  overdueSubscriptions(now: Date): Subscription[] {
    return [...this.subscriptions.values()].filter(
      ({ expiresAt }) => expiresAt !== null && isOverdue(expiresAt, now),
    );
  }
}

const isOverdue = (expiresAt: Date, now: Date) => now.getTime() - expiresAt.getTime() > REFRESH_WITHIN_MS;
