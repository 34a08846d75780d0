import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { handleCommand } from './commands.ts';
import { Connection, type Subscription } from './connection.ts';
import { type Command, Disconnect, disconnects, readCommands, replies } from './protocol.ts';
import type { Publication, Realtime, HubBackend } from './realtime.ts';

const MAX_FRAME_BYTES = 64 * 1024;
/** Commands of one connection are done one after the other; a client that does not wait for answers is none of ours. */
const MAX_COMMANDS_WAITING = 256;
const TICK_MS = 1000;

/** Centrifugo's part for one machine: who is connected, and who is subscribed to what. */
export class Hub implements Realtime {
  readonly backend: HubBackend;
  /** Up to this number everybody has been told. */
  position = 0;
  epoch = '';
  readonly #connections = new Set<Connection>();
  readonly #ofUser = new Map<string, Set<Connection>>();
  readonly #inChannel = new Map<string, Set<Connection>>();
  readonly #sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: () => false,
  });
  #isClosed = false;
  readonly #ticking = setInterval(() => this.#tick(), TICK_MS).unref();

  constructor(backend: HubBackend) {
    this.backend = backend;
  }

  readonly accept = (request: IncomingMessage, duplex: Duplex, head: Buffer): void => {
    // a client that was just sent away must not keep the server from ending
    if (this.#isClosed) return void duplex.destroy();
    this.#sockets.handleUpgrade(request, duplex, head, (socket) => {
      const connection = new Connection(socket);
      this.#connections.add(connection);
      let waiting = 0;
      let done = Promise.resolve();
      const take = (command: Command) => {
        waiting += 1;
        if (waiting > MAX_COMMANDS_WAITING) throw disconnects.tooManyRequests();
        done = done.then(() => handleCommand(this, connection, command)).finally(() => (waiting -= 1));
      };
      socket.on('message', (frame, isBinary) => {
        try {
          // the Protobuf side of the protocol is not spoken here
          if (isBinary) throw disconnects.badRequest();
          for (const command of readCommands(frame.toString())) take(command);
        } catch (cause) {
          connection.close(cause instanceof Disconnect ? cause : disconnects.serverError());
        }
      });
      // a frame too large, or one that is no WebSocket's: `close` follows
      socket.on('error', () => undefined);
      socket.on('close', () => this.#forget(connection));
    });
  };

  addUserConnection(connection: Connection, userID: string): void {
    this.#ofUser.set(userID, (this.#ofUser.get(userID) ?? new Set()).add(connection));
  }

  connectionsOf(userID: string): number {
    return this.#ofUser.get(userID)?.size ?? 0;
  }

  subscribe(connection: Connection, subscription: Subscription): void {
    const { channel } = subscription;
    connection.subscriptions.set(channel, subscription);
    this.#inChannel.set(channel, (this.#inChannel.get(channel) ?? new Set()).add(connection));
  }

  unsubscribe(connection: Connection, channel: string): void {
    connection.subscriptions.delete(channel);
    removeFrom(this.#inChannel, channel, connection);
  }

  /** In the order of their numbers. */
  publish(publications: readonly Publication[]): void {
    for (const { number, channel, event, endedSession } of publications) {
      this.position = number;
      if (endedSession !== null) {
        this.#endSession(channel.slice(1), endedSession);
        continue;
      }
      const connections = this.#inChannel.get(channel);
      if (!connections) continue;
      const line = replies.publication(channel, { offset: number, data: event });
      for (const connection of connections) {
        const subscription = connection.subscriptions.get(channel);
        if (subscription) connection.publish(subscription, number, line);
      }
    }
  }

  #endSession(userID: string, session: string): void {
    for (const connection of this.#ofUser.get(userID) ?? []) {
      if (connection.identity?.session === session) connection.close(disconnects.forced());
    }
  }

  #tick(): void {
    const now = this.backend.now();
    for (const connection of this.#connections) {
      connection.tick(now);
      for (const { channel } of connection.overdueSubscriptions(now)) {
        this.unsubscribe(connection, channel);
        connection.send(replies.unsubscribed(channel));
      }
    }
  }

  #forget(connection: Connection): void {
    connection.isOpen = false;
    this.#connections.delete(connection);
    if (connection.identity) removeFrom(this.#ofUser, connection.identity.userID, connection);
    for (const channel of connection.subscriptions.keys()) removeFrom(this.#inChannel, channel, connection);
    connection.subscriptions.clear();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    for (const connection of this.#connections) connection.close(disconnects.shutdown());
  }
}

const removeFrom = (sets: Map<string, Set<Connection>>, key: string, connection: Connection): void => {
  const set = sets.get(key);
  set?.delete(connection);
  if (set?.size === 0) sets.delete(key);
};
