import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import { encode } from '@snimok/imaging/dicom/elements/write';
import {
  abort,
  type Accepted,
  associateRequest,
  dataPDUs,
  fragmentsIn,
  PDU,
  PDUReader,
  type PresentationContext,
  readAccept,
  releaseRequest,
} from './pdu.ts';

/** A DICOM instance as it is sent: the data set without preamble and file meta information. */
export interface Instance {
  sopClassUID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
  dataSet: Buffer;
}

export interface TLSTrust {
  /** PEM: authorities besides those of Node.js; certificate and key of this computer */
  ca: Buffer | undefined;
  cert: Buffer | undefined;
  key: Buffer | undefined;
}

export interface Peer {
  host: string;
  port: number;
  called: string;
  calling: string;
  /** null for a connection without TLS */
  tls: TLSTrust | null;
}

/** The kinds of failure that the doctor sees; `empty`: the study has no instances. */
type FailureKind = 'connection' | 'rejected' | 'unsupported' | 'status' | 'empty';

/** The message is for the log only; for a failure status it is the code of the status, such as `A900H`. */
export class DestinationProblem extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The destination refused, and would refuse again. */
export class Refused extends DestinationProblem {
  override name = 'Refused';
}
/** The connection failed, or the destination cannot store at present: a later attempt may succeed. */
export class Unavailable extends DestinationProblem {
  override name = 'Unavailable';
}

const CONNECT_MS = 20_000;
/** A program may write a large volume before it responds. */
const RESPONSE_MS = 120_000;
const MAX_PDU_BYTES = 128 * 1024;
/** PS3.7, section 9.3.1.1 */
const C_STORE_REQUEST = 0x0001;
const SUCCESS = 0x0000;

type Received = { type: number; body: Buffer };

/** An association with a Storage SCP (PS3.4, annex B). One operation at a time. */
export class Association {
  readonly #socket: Socket;
  readonly #reader = new PDUReader();
  readonly #received: Received[] = [];
  #wake: () => void = () => undefined;
  #failure: Error | null = null;
  #accepted: Accepted = { contexts: new Set(), maxPDUBytes: 0 };
  #contexts: readonly PresentationContext[] = [];
  #messageID = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const fail = (cause: Error) => {
      this.#failure ??= cause;
      this.#wake();
    };
    socket.on('data', (chunk: Buffer) => {
      try {
        this.#received.push(...this.#reader.add(chunk));
        this.#wake();
      } catch (cause) {
        fail(cause as Error);
        socket.destroy();
      }
    });
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('the connection was closed')));
    socket.setTimeout(RESPONSE_MS, () => {
      fail(new Error('no response'));
      socket.destroy();
    });
  }

  /** @throws Unavailable, Refused */
  static async open(peer: Peer, contexts: readonly PresentationContext[], signal: AbortSignal) {
    const socket = await connect(peer, signal);
    const association = new Association(socket);
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    await association.#negotiate(peer, contexts);
    return association;
  }

  async #negotiate(peer: Peer, contexts: readonly PresentationContext[]): Promise<void> {
    this.#contexts = contexts;
    await this.#write(associateRequest(peer, contexts, MAX_PDU_BYTES));
    const { type, body } = await this.#next();
    if (type === PDU.associateAccept) {
      this.#accepted = readAccept(body);
      return;
    }
    this.#socket.destroy();
    if (type !== PDU.associateReject) throw new Unavailable('connection', 'association aborted');
    // PS3.8, 9.3.4: a transient rejection, and reasons of the service user such as an unknown AE title
    const [, result = 0, source = 0, reason = 0] = body;
    const text = `association rejected (${result}, ${source}, ${reason})`;
    throw result === 2 ? new Unavailable('rejected', text) : new Refused('rejected', text);
  }

  accepts({ sopClassUID, transferSyntaxUID }: Pick<Instance, 'sopClassUID' | 'transferSyntaxUID'>): boolean {
    return this.#contextOf(sopClassUID, transferSyntaxUID) !== undefined;
  }

  #contextOf(sopClassUID: string, transferSyntaxUID: string): PresentationContext | undefined {
    return this.#contexts.find(
      (one) =>
        one.sopClassUID === sopClassUID &&
        one.transferSyntaxUID === transferSyntaxUID &&
        this.#accepted.contexts.has(one.id),
    );
  }

  /**
   * Sends one instance (C-STORE) and waits for the response.
   * @throws Unavailable, Refused
   */
  async store({ sopClassUID, sopInstanceUID, transferSyntaxUID, dataSet }: Instance): Promise<void> {
    const context = this.#contextOf(sopClassUID, transferSyntaxUID);
    if (!context) throw new Refused('unsupported', 'no presentation context');
    this.#messageID = (this.#messageID % 0xffff) + 1;
    const command = commandSet([
      [0x00000002, 'UI', sopClassUID],
      [0x00000100, 'US', C_STORE_REQUEST],
      [0x00000110, 'US', this.#messageID],
      [0x00000700, 'US', 0],
      // a data set follows: anything but 0101H
      [0x00000800, 'US', 1],
      [0x00001000, 'UI', sopInstanceUID],
    ]);
    const stated = this.#accepted.maxPDUBytes;
    const maxPDUBytes = Math.max(1024, Math.min(stated === 0 ? MAX_PDU_BYTES : stated, MAX_PDU_BYTES));
    for (const bytes of dataPDUs(context.id, command, { isCommand: true, maxPDUBytes }))
      await this.#write(bytes);
    for (const bytes of dataPDUs(context.id, dataSet, { isCommand: false, maxPDUBytes }))
      await this.#write(bytes);
    const status = await this.#responseStatus();
    // B000H, B006H and B007H: stored, with a warning (PS3.4, B.2.3)
    if (status === SUCCESS || status >> 12 === 0xb) return;
    const code = `${status.toString(16).toUpperCase().padStart(4, '0')}H`;
    throw status >> 8 === 0xa7 ? new Unavailable('status', code) : new Refused('status', code);
  }

  async #responseStatus(): Promise<number> {
    const parts: Buffer[] = [];
    for (;;) {
      const { type, body } = await this.#next();
      if (type !== PDU.data) throw new Unavailable('connection', 'the association ended');
      for (const { isCommand, isLast, content } of fragmentsIn(body)) {
        if (!isCommand) continue;
        parts.push(content);
        if (isLast) return statusIn(Buffer.concat(parts));
      }
    }
  }

  async release(): Promise<void> {
    try {
      await this.#write(releaseRequest());
      await this.#next();
    } catch {
      // every instance was confirmed before
    } finally {
      this.#socket.destroy();
    }
  }

  abort(): void {
    this.#socket.end(abort());
    this.#socket.destroySoon();
  }

  async #write(bytes: Buffer): Promise<void> {
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

  async #next(): Promise<Received> {
    for (;;) {
      const received = this.#received.shift();
      if (received) return received;
      if (this.#failure) throw new Unavailable('connection', this.#failure.message);
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

/** An implicit VR little endian command set, with its group length (PS3.7, 6.3.1). */
const commandSet = (elements: Parameters<typeof encode>[0]): Buffer => {
  const encoding = { implicit: true, text: (text: string) => new TextEncoder().encode(text) };
  const body = encode(elements, encoding);
  return Buffer.concat([encode([[0x00000000, 'UL', body.length]], encoding), body]);
};

/** The value of Status (0000,0900). */
const statusIn = (command: Buffer): number => {
  let at = 0;
  while (at + 8 <= command.length) {
    const tag = command.readUInt16LE(at) * 0x10000 + command.readUInt16LE(at + 2);
    const length = command.readUInt32LE(at + 4);
    if (tag === 0x00000900 && at + 10 <= command.length) return command.readUInt16LE(at + 8);
    at += 8 + length;
  }
  throw new Unavailable('connection', 'a response without a status');
};

const connect = ({ host, port, tls }: Peer, signal: AbortSignal): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const fail = (cause: Error) => {
      socket.destroy();
      reject(new Unavailable('connection', cause.message));
    };
    const onOpen = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off('error', fail);
      resolve(socket);
    };
    const socket: Socket = tls
      ? connectTLS(
          {
            host,
            port,
            minVersion: 'TLSv1.2',
            ...(tls.ca && { ca: tls.ca }),
            ...(tls.cert && { cert: tls.cert }),
            ...(tls.key && { key: tls.key }),
            // machines in a clinic are named by address; the authority is what identifies them
            ...(tls.ca && { checkServerIdentity: () => undefined }),
          },
          onOpen,
        )
      : connectPlain({ host, port }, onOpen);
    const onAbort = () => fail(new Error('stopped'));
    const timer = setTimeout(() => fail(new Error('no connection')), CONNECT_MS);
    signal.addEventListener('abort', onAbort, { once: true });
    socket.once('error', (cause) => {
      clearTimeout(timer);
      fail(cause);
    });
  });
