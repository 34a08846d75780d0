import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ConnectionToken } from './tokens.ts';

/** A row of the outbox: an event for a channel, or the end of a session for its user's connections. */
export interface Publication {
  /** of its row */
  id: number;
  /** its place in the order */
  number: number;
  channel: string;
  event: unknown;
  endedSession: string | null;
}

/** What people are told through: the hub of this process, or a Centrifugo. */
export interface Realtime {
  /** A browser's WebSocket. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** In their order; rejects when nobody can tell whether they arrived, and is then asked again. */
  publish(publications: readonly Publication[], epoch: string): Promise<void> | void;
  close(): Promise<void>;
}

/** What the hub asks of those who keep the publications and the sessions. */
export interface HubBackend {
  now(): Date;
  key: Uint8Array;
  /** When the session of a token ends; null when it has. */
  findSessionEnd(token: ConnectionToken): Promise<Date | null>;
  /** What a channel was told after one number and up to another; null when that is no longer known, or is too much. */
  listMissed(channel: string, after: number, upTo: number): Promise<Publication[] | null>;
  /** What broke on our side. */
  reportError(cause: unknown): void;
}
