import { once } from 'node:events';
import { connect as connectPlain, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { connect as connectTLS, type ConnectionOptions } from 'node:tls';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import {
  type Accepted,
  associateRequest,
  dataPDUs,
  fragmentsIn,
  type Part,
  PDU,
  pdu,
  PDUReader,
  type Proposal,
  readAccept,
} from './pdu.ts';

export interface Peer {
  host: string;
  port: number;
  /** null for a connection without TLS */
  tls: ConnectionOptions | null;
}

/** The kinds of failure that the doctor sees; `empty`: the study has no instances. */
type FailureKind = 'connection' | 'rejected' | 'unsupported' | 'status' | 'empty';

/** The message is for the log only; for a failure status it is the code of the status, such as `A900H`. */
export class PeerProblem extends Error {
  readonly kind: FailureKind;

  constructor(kind: FailureKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The peer refused, and would refuse again. */
export class Refused extends PeerProblem {
  override name = 'Refused';
}
/** The connection failed, or the peer cannot serve at present: a later attempt may succeed. */
export class Unavailable extends PeerProblem {
  override name = 'Unavailable';
}

export const CONNECT_MS = 20_000;
/** A program may write a large volume before it responds. */
export const RESPONSE_MS = 120_000;
export const MAX_PDU_BYTES = 128 * 1024;
/** More than any response; a peer that sends more is disconnected. */
const MAX_RESPONSE_BYTES = 1024 ** 2;

/** Elements of a command set (PS3.7, annex E). */
const COMMAND = {
  groupLength: 0x00000000,
  field: 0x00000100,
  messageID: 0x00000110,
  dataSetType: 0x00000800,
  status: 0x00000900,
} as const;
/** The command field of a response is that of its request with this bit (PS3.7, E.1). */
const RESPONSE = 0x8000;

interface Request {
  contextID: number;
  commandField: number;
  /** elements of the command set besides those of every request */
  command: readonly ElementToWrite[];
  dataSet: Part;
}

type Received = { type: number; body: Buffer };

/** An association that this program has opened. One request at a time. */
export class Association {
  readonly #socket: Socket;
  readonly #reader = new PDUReader();
  readonly #received: Received[] = [];
  #receivedBytes = 0;
  #wake: () => void = () => undefined;
  #failure: Error | null = null;
  #accepted: Accepted = { syntaxes: new Map(), maxPDUBytes: 0 };
  #messageID = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    const end = (cause: Error) => {
      this.#fail(cause);
      socket.destroy();
    };
    socket.on('data', (chunk: Buffer) => {
      this.#receivedBytes += chunk.length;
      if (this.#receivedBytes > MAX_RESPONSE_BYTES) return end(new Error('a response is too long'));
      try {
        this.#received.push(...this.#reader.add(chunk));
        this.#wake();
      } catch (cause) {
        end(cause as Error);
      }
    });
    socket.on('error', (cause) => this.#fail(cause));
    socket.on('close', () => this.#fail(new Error('the connection was closed')));
    socket.setTimeout(RESPONSE_MS, () => end(new Error('no response')));
    // otherwise the end of each message waits for the acknowledgement of its beginning, which many systems delay by 40 ms
    socket.setNoDelay();
  }

  /** @throws Unavailable, Refused */
  static async open(peer: Peer, proposal: Proposal, signal: AbortSignal): Promise<Association> {
    const association = new Association(await connect(peer, signal));
    await association.#negotiate(proposal);
    return association;
  }

  async #negotiate(proposal: Proposal): Promise<void> {
    await this.#write(associateRequest(proposal, MAX_PDU_BYTES));
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

  /** The transfer syntax of a presentation context; undefined if the peer does not accept the context. */
  acceptedSyntax(contextID: number): string | undefined {
    return this.#accepted.syntaxes.get(contextID);
  }

  /**
   * Sends a request and waits for its response.
   * @returns the status
   * @throws Unavailable
   */
  async send({ contextID, commandField, command, dataSet }: Request): Promise<number> {
    this.#messageID = (this.#messageID % 0xffff) + 1;
    this.#receivedBytes = 0;
    const bytes = commandSet([
      ...command,
      [COMMAND.field, 'US', commandField],
      [COMMAND.messageID, 'US', this.#messageID],
      // a data set follows: anything but 0101H
      [COMMAND.dataSetType, 'US', 1],
    ]);
    await this.#sendPart(contextID, { sizeBytes: bytes.length, pieces: [bytes] }, true);
    await this.#sendPart(contextID, dataSet, false);
    const response = await this.#readCommand();
    const status = response.get(COMMAND.status);
    if (response.get(COMMAND.field) !== (commandField | RESPONSE) || status === undefined)
      throw new Unavailable('connection', 'no response with a status');
    return status;
  }

  async #sendPart(contextID: number, part: Part, isCommand: boolean): Promise<void> {
    const stated = this.#accepted.maxPDUBytes;
    const maxPDUBytes = Math.max(1024, Math.min(stated === 0 ? MAX_PDU_BYTES : stated, MAX_PDU_BYTES));
    for await (const bytes of dataPDUs(contextID, part, { isCommand, maxPDUBytes })) await this.#write(bytes);
  }

  async #readCommand(): Promise<Map<number, number>> {
    const parts: Buffer[] = [];
    for (;;) {
      const { type, body } = await this.#next();
      if (type !== PDU.data) throw new Unavailable('connection', 'the association ended');
      for (const { isCommand, isLast, content } of fragmentsIn(body)) {
        if (!isCommand) continue;
        parts.push(content);
        if (isLast) return numbersIn(Buffer.concat(parts));
      }
    }
  }

  async release(): Promise<void> {
    try {
      await this.#write(pdu(PDU.releaseRequest, Buffer.alloc(4)));
      await this.#next();
    } catch {
      // every request was answered before
    } finally {
      this.#socket.destroy();
    }
  }

  abort(): void {
    this.#socket.end(pdu(PDU.abort, Buffer.alloc(4)));
    this.#socket.destroySoon();
  }

  #fail(cause: Error): void {
    this.#failure ??= cause;
    this.#wake();
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
const commandSet = (elements: readonly ElementToWrite[]): Buffer => {
  const encoding = { implicit: true, text: (text: string) => new TextEncoder().encode(text) };
  const body = encode(elements, encoding);
  return Buffer.concat([encode([[COMMAND.groupLength, 'UL', body.length]], encoding), body]);
};

/** The elements of a command set with one number of two bytes. */
const numbersIn = (command: Buffer): Map<number, number> => {
  const numbers = new Map<number, number>();
  for (let at = 0; at + 8 <= command.length;) {
    const tag = command.readUInt16LE(at) * 0x10000 + command.readUInt16LE(at + 2);
    const length = command.readUInt32LE(at + 4);
    if (length === 2 && at + 10 <= command.length) numbers.set(tag, command.readUInt16LE(at + 8));
    at += 8 + length;
  }
  return numbers;
};

/** @throws Unavailable */
const connect = async ({ host, port, tls }: Peer, signal: AbortSignal): Promise<Socket> => {
  const socket = tls ? connectTLS({ host, port, ...tls }) : connectPlain({ host, port });
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(CONNECT_MS)]);
    await once(socket, tls ? 'secureConnect' : 'connect', { signal: limit });
    return addAbortSignal(signal, socket);
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
