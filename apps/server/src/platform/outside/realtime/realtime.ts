import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { KeyRing } from '../../secrets/key-ring.ts';
import type { ConnectionToken } from './tokens.ts';

/** A row of the outbox: an event for a channel, or the end of a session, which closes its connections. */
export interface Publication {
  /** the row's primary key */
  id: number;
  /** its rank in the order of all publications; clients use it as offset */
  number: number;
  channel: string;
  event: unknown;
  endedSession: string | null;
}

/** Delivers publications to clients: the hub of this process, or Centrifugo. */
export interface Realtime {
  /** Takes over the upgrade of a browser's WebSocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Publishes in the given order. Rejects if delivery is uncertain; the caller then publishes the same ones again. */
  publish(publications: readonly Publication[], epoch: string): Promise<void> | void;
  close(): Promise<void>;
}

/** The portal's clock, signing keys, sessions and past publications, as the hub uses them. */
export interface HubBackend {
  now(): Date;
  keys: KeyRing;
  /** When the session of a token ends; null if it has ended or opens no connection. */
  findSessionEnd(token: ConnectionToken): Promise<Date | null>;
  /** The channel's publications with `after < number <= upTo`; null if some are no longer stored or there are too many. */
  listMissed(channel: string, after: number, upTo: number): Promise<Publication[] | null>;
  /** Logs an unexpected error. */
  reportError(cause: unknown): void;
}
