import type { Heartbeat } from '@snimok/contract/platform/realtime';
import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { textFrame } from './frame.ts';
import { type Disconnect, disconnects, replies } from './protocol.ts';

const PING_EVERY_MS = 25_000;
/**
 * An open page that gets no heartbeats knows within seconds that the server has gone. Unlike a ping, they are not
 * answered.
 */
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
const HEARTBEAT = textFrame(replies.message({ heartbeatMs: HEARTBEAT_EVERY_MS } satisfies Heartbeat));
const PING = textFrame(replies.ping);

export const PING_SECONDS = PING_EVERY_MS / 1000;

export interface Subscription {
  channel: string;
  /** the number of the last publication that was sent */
  offset: number;
  /** publications that arrive before the reply to `subscribe` is sent; null after that */
  waiting: { number: number; frame: Buffer }[] | null;
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

/** The WebSocket of one client. Sends lines in order, sends pings, and closes the socket when a limit is exceeded. */
export class Connection {
  readonly id = randomUUID();
  readonly subscriptions = new Map<string, Subscription>();
  identity: Identity | null = null;
  isOpen = true;

  readonly #socket: WebSocket;
  readonly #duplex: Duplex;
  #unsent: Buffer[] = [];
  readonly #openedAt = performance.now();
  /** Random, so that clients that connect at the same time, e.g. after a restart, are pinged at different times. */
  #pingedAt = performance.now() - Math.random() * PING_EVERY_MS;
  #awaitsPong = false;
  #heartbeatAt = performance.now();

  /** Text frames are written to `duplex` directly; the WebSocket sends all other frames. */
  constructor(socket: WebSocket, duplex: Duplex) {
    this.#socket = socket;
    this.#duplex = duplex;
  }

  send(line: string): void {
    this.sendFrame(textFrame(line));
  }

  /** Frames sent in one turn of the event loop are written together. A frame may be sent to several connections. */
  sendFrame(frame: Buffer): void {
    if (!this.isOpen) return;
    this.#unsent.push(frame);
    if (this.#unsent.length === 1) flushLater(this);
  }

  /** @internal */
  flush(): void {
    const [first, ...others] = this.#unsent;
    this.#unsent = [];
    if (!this.isOpen || !first || this.#socket.readyState !== this.#socket.OPEN) return;
    this.#duplex.write(others.length === 0 ? first : Buffer.concat([first, ...others]));
    if (this.#duplex.writableLength > MAX_UNSENT_BYTES) this.close(disconnects.slow());
  }

  publish(subscription: Subscription, number: number, frame: Buffer): void {
    if (subscription.waiting) subscription.waiting.push({ number, frame });
    else if (number > subscription.offset) {
      subscription.offset = number;
      this.sendFrame(frame);
    }
  }

  close({ code, message }: Disconnect): void {
    if (!this.isOpen) return;
    this.flush();
    this.isOpen = false;
    this.#socket.close(code, message);
    setTimeout(() => this.#socket.terminate(), CLOSE_WITHIN_MS).unref();
  }

  receivePong(): void {
    this.#awaitsPong = false;
  }

  /** Called every `TICK_MS`. Expiry is judged by the portal's clock (`now`), pings by a monotonic clock. */
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
      this.sendFrame(PING);
    }
    // sent half a tick early, since ticks are a little late
    if (monotonicNow - this.#heartbeatAt > HEARTBEAT_EVERY_MS - TICK_MS / 2) {
      this.#heartbeatAt = monotonicNow;
      this.sendFrame(HEARTBEAT);
    }
  }

  /** Subscriptions whose token was not refreshed in time. */
  overdueSubscriptions(now: Date): Subscription[] {
    return [...this.subscriptions.values()].filter(
      ({ expiresAt }) => expiresAt !== null && isOverdue(expiresAt, now),
    );
  }
}

/** Connections with unsent frames; one callback for all of them costs less than one for each. */
let unflushed: Connection[] = [];
const flushLater = (connection: Connection): void => {
  unflushed.push(connection);
  if (unflushed.length > 1) return;
  setImmediate(() => {
    const connections = unflushed;
    unflushed = [];
    for (const one of connections) one.flush();
  });
};

const isOverdue = (expiresAt: Date, now: Date) => now.getTime() - expiresAt.getTime() > REFRESH_WITHIN_MS;
