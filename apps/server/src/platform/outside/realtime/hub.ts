import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { handleCommand, type HubState } from './commands.ts';
import { Connection, type Subscription, TICK_MS } from './connection.ts';
import { textFrame } from './frame.ts';
import { type Command, Disconnect, disconnects, readCommands, replies } from './protocol.ts';
import type { HubBackend, Publication, Realtime } from './realtime.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Commands of one connection are executed one by one. The web client waits for replies, so it never has so many. */
const MAX_COMMANDS_WAITING = 256;
/** The connections are checked in groups, one after another within a second, so that messages never wait for all of them. */
const SHARES = 20;

/** Does the work of Centrifugo for the clients of this process: keeps their connections and subscriptions. */
export class Hub implements Realtime, HubState {
  readonly backend: HubBackend;
  position = 0;
  epoch = '';
  readonly #shares = Array.from({ length: SHARES }, () => new Set<Connection>());
  #accepted = 0;
  #ticks = 0;
  readonly #byUser = new Map<string, Set<Connection>>();
  readonly #byChannel = new Map<string, Set<Connection>>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: () => false,
  });
  #isClosed = false;
  readonly #ticking = setInterval(() => this.#tick(), TICK_MS / SHARES).unref();

  constructor(backend: HubBackend) {
    this.backend = backend;
  }

  readonly accept = (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    // a client that reconnects during shutdown must not keep the server running
    if (this.#isClosed) return void duplex.destroy();
    this.#sockets.handleUpgrade(request, duplex, head, (socket) => {
      const connection = new Connection(socket, duplex);
      const share = this.#shares[this.#accepted++ % SHARES];
      share?.add(connection);
      socket.on('close', () => share?.delete(connection));
      const enqueue = this.#commandQueue(connection);
      socket.on('message', (frame, isBinary) => {
        try {
          // the Protobuf variant of the protocol is not supported
          if (isBinary) throw disconnects.badRequest();
          for (const command of readCommands(frame.toString())) enqueue(command);
        } catch (cause) {
          connection.close(cause instanceof Disconnect ? cause : disconnects.serverError());
        }
      });
      // emitted for an oversized or malformed frame; `close` follows
      socket.on('error', () => undefined);
      socket.on('close', () => this.#remove(connection));
    });
  };

  #commandQueue(connection: Connection): (command: Command) => void {
    let waiting = 0;
    let last = Promise.resolve();
    return (command) => {
      waiting += 1;
      if (waiting > MAX_COMMANDS_WAITING) throw disconnects.tooManyRequests();
      last = last.then(() => handleCommand(this, connection, command)).finally(() => (waiting -= 1));
    };
  }

  addUserConnection(connection: Connection, userID: string): void {
    this.#byUser.set(userID, (this.#byUser.get(userID) ?? new Set()).add(connection));
  }

  countConnections(userID: string): number {
    return this.#byUser.get(userID)?.size ?? 0;
  }

  subscribe(connection: Connection, subscription: Subscription): void {
    const { channel } = subscription;
    connection.subscriptions.set(channel, subscription);
    this.#byChannel.set(channel, (this.#byChannel.get(channel) ?? new Set()).add(connection));
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.subscriptions.delete(channel);
    removeFrom(this.#byChannel, channel, connection);
  }

  /** Publications must be in ascending order of their numbers. */
  publish(publications: readonly Publication[]): void {
    for (const { number, channel, event, endedSession } of publications) {
      this.position = number;
      if (endedSession !== null) {
        this.#endSession(channel.slice(1), endedSession);
        continue;
      }
      const connections = this.#byChannel.get(channel);
      if (!connections) continue;
      const frame = textFrame(replies.publication(channel, { offset: number, data: event }));
      for (const connection of connections) {
        const subscription = connection.subscriptions.get(channel);
        if (subscription) connection.publish(subscription, number, frame);
      }
    }
  }

  #endSession(userID: string, session: string): void {
    for (const connection of this.#byUser.get(userID) ?? []) {
      if (connection.identity?.session === session) connection.close(disconnects.forced());
    }
  }

  #tick(): void {
    const now = this.backend.now();
    for (const connection of this.#shares[this.#ticks++ % SHARES] ?? []) {
      connection.tick(now);
      for (const { channel } of connection.overdueSubscriptions(now)) {
        this.unsubscribe(connection, channel);
        connection.send(replies.unsubscribed(channel));
      }
    }
  }

  #remove(connection: Connection): void {
    connection.isOpen = false;
    if (connection.identity) removeFrom(this.#byUser, connection.identity.userID, connection);
    for (const channel of connection.subscriptions.keys()) removeFrom(this.#byChannel, channel, connection);
    connection.subscriptions.clear();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    for (const share of this.#shares)
      for (const connection of share) connection.close(disconnects.shutdown());
  }
}

const removeFrom = (sets: Map<string, Set<Connection>>, key: string, connection: Connection): void => {
  const set = sets.get(key);
  set?.delete(connection);
  if (set?.size === 0) sets.delete(key);
};
