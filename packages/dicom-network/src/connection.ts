import { once } from 'node:events';
import { connect as connectPlain, type LookupFunction, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as connectTLS, type ConnectionOptions } from 'node:tls';
import { PDUReader } from './pdu.ts';
import { Unavailable } from './problems.ts';

export interface Peer {
  host: string;
  port: number;
  /** null for a connection without TLS */
  tls: ConnectionOptions | null;
  /** instead of the system's lookup, which does not know forbidden addresses */
  lookup?: LookupFunction;
}

export const CONNECT_MS = 20_000;
/** A program may write a large volume before it responds. */
export const RESPONSE_MS = 120_000;
/** More than any response; a peer that sends more is disconnected. */
const MAX_RESPONSE_BYTES = 1024 ** 2;

type Received = { type: number; body: Buffer };

/** The PDUs of one connection. */
export class Connection {
  readonly #socket: Socket;
  readonly #reader = new PDUReader();
  readonly #received: Received[] = [];
  #waitingBytes = 0;
  /** how much the peer may still send; null while it sends data sets, which may have any length */
  #allowance: number | null = MAX_RESPONSE_BYTES;
  #wake: () => void = () => undefined;
  #failure: Error | null = null;

  constructor(socket: Socket, { silenceMs = RESPONSE_MS }: { silenceMs?: number } = {}) {
    this.#socket = socket;
    const end = (cause: Error) => {
      this.#fail(cause);
      socket.destroy();
    };
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#take(chunk);
      } catch (cause) {
        end(cause as Error);
      }
    });
    socket.on('error', (cause) => this.#fail(cause));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
    socket.setTimeout(silenceMs, () => end(new Error('no response')));
    // otherwise the end of each message waits for the acknowledgement of its beginning, which many systems delay by 40 ms
    socket.setNoDelay();
  }

  /** The peer may send one response, whose length is limited. */
  expectResponse(): void {
    this.#allowance = MAX_RESPONSE_BYTES;
  }

  /** The peer may send data sets of any length, as fast as they are read. */
  expectDataSets(): void {
    this.#allowance = null;
  }

  #take(chunk: Buffer): void {
    if (this.#allowance !== null) {
      this.#allowance -= chunk.length;
      if (this.#allowance < 0) throw new Error('a response is too long');
    }
    this.#waitingBytes += chunk.length;
    this.#received.push(...this.#reader.add(chunk));
    if (this.#waitingBytes > MAX_RESPONSE_BYTES && this.#received.length > 0) this.#socket.pause();
    this.#wake();
  }

  #fail(cause: Error): void {
    this.#failure ??= cause;
    this.#wake();
  }

  /** @throws Unavailable */
  async write(bytes: Buffer): Promise<void> {
    if (this.#failure) throw new Unavailable('connection', this.#failure.message);
    if (this.#socket.write(bytes)) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        this.#socket.off('drain', done).off('close', done);
        resolve();
      };
      this.#socket.on('drain', done).on('close', done);
    });
  }

  /** The next PDU. @throws Unavailable */
  async next(): Promise<Received> {
    for (;;) {
      const received = this.#received.shift();
      if (received) {
        if (this.#received.length === 0) this.#waitingBytes = 0;
        if (this.#received.length === 0 && this.#socket.isPaused()) this.#socket.resume();
        return received;
      }
      if (this.#failure) throw new Unavailable('connection', this.#failure.message);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Sends the last bytes. */
  end(bytes: Buffer): void {
    this.#socket.end(bytes);
    this.#socket.destroySoon();
  }
}

/** @throws Unavailable */
export const connect = async (
  { host, port, tls, lookup }: Peer,
  signal: AbortSignal,
  options?: { silenceMs?: number },
): Promise<Connection> => {
  const to = lookup ? { host, port, lookup } : { host, port };
  const socket = tls ? connectTLS({ ...to, ...tls }) : connectPlain(to);
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: limit });
    return new Connection(addAbortSignal(signal, socket), options);
  } catch (cause) {
    socket.destroy();
    throw new Unavailable('connection', (cause as Error).message);
  }
};

/** What identifies the peer, and what identifies this computer, in PEM. */
export interface TLSTrust {
  /** authorities instead of those of Node.js */
  ca: Buffer | undefined;
  cert: Buffer | undefined;
  key: Buffer | undefined;
}

/** With an authority of its own the peer may have any name, because machines in a clinic are addressed by number. */
export const tlsOptions = ({ ca, cert, key }: TLSTrust): ConnectionOptions => ({
  minVersion: 'TLSv1.2',
  ...(ca && { ca, checkServerIdentity: () => undefined }),
  ...(cert && { cert }),
  ...(key && { key }),
});
