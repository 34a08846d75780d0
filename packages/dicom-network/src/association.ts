import type { ElementToWrite } from '@snimok/imaging/dicom/elements/write';
import { COMMAND, Command, commandSet, NO_DATA_SET, RESPONSE } from './commands.ts';
import { connect, type Connection, type Peer } from './connection.ts';
import {
  type Accepted,
  associateRequest,
  dataPDUs,
  type Fragment,
  fragmentsIn,
  type Part,
  PDU,
  pdu,
  type Proposal,
  readAccept,
} from './pdu.ts';
import { Refused, Unavailable } from './problems.ts';

export const MAX_PDU_BYTES = 128 * 1024;
const MAX_COMMAND_BYTES = 64 * 1024;

interface Request {
  contextID: number;
  commandField: number;
  /** elements of the command set besides those of every request */
  command: readonly ElementToWrite[];
  dataSet: Part;
}

/** A received message. The data set has to be read to its end before the next message. */
export interface Message {
  contextID: number;
  command: Command;
  /** null for a message without data set */
  dataSet: AsyncIterable<Buffer> | null;
}

/** An association: one that this program has opened, one request at a time, or one that it has accepted. */
export class Association {
  readonly #connection: Connection;
  readonly #accepted: Accepted;
  #fragments: Fragment[] = [];
  #messageID = 0;

  constructor(connection: Connection, accepted: Accepted) {
    this.#connection = connection;
    this.#accepted = accepted;
  }

  /**
   * @param options.silenceMs how long the peer may be silent
   * @throws Unavailable, Refused
   */
  static async open(
    peer: Peer,
    proposal: Proposal,
    signal: AbortSignal,
    options?: { silenceMs?: number },
  ): Promise<Association> {
    const connection = await connect(peer, signal, options);
    await connection.write(associateRequest(proposal, MAX_PDU_BYTES));
    const { type, body } = await connection.next();
    if (type === PDU.associateAccept) return new Association(connection, readAccept(body));
    connection.destroy();
    if (type !== PDU.associateReject) throw new Unavailable('connection', 'association aborted');
    // PS3.8, 9.3.4: a transient rejection, and reasons of the service user such as an unknown AE title
    const [, result = 0, source = 0, reason = 0] = body;
    const text = `association rejected (${result}, ${source}, ${reason})`;
    throw result === 2 ? new Unavailable('rejected', text) : new Refused('rejected', text);
  }

  /** The transfer syntax of a presentation context; undefined if the context is not accepted. */
  acceptedSyntax(contextID: number): string | undefined {
    return this.#accepted.syntaxes.get(contextID);
  }

  /**
   * Sends a request and waits for its response.
   * @returns the status
   * @throws Unavailable
   */
  async send(request: Request): Promise<number> {
    this.#connection.expectResponse();
    await this.request(request);
    const response = await this.#readCommand();
    const status = response?.command.number(COMMAND.status);
    if (response?.command.number(COMMAND.field) !== (request.commandField | RESPONSE) || status === undefined)
      throw new Unavailable('connection', 'no response with a status');
    return status;
  }

  /** Sends a request with a data set. Its responses are among the `messages`. @throws Unavailable */
  async request({ contextID, commandField, command, dataSet }: Request): Promise<void> {
    this.#messageID = (this.#messageID % 0xffff) + 1;
    const elements: ElementToWrite[] = [
      ...command,
      [COMMAND.field, 'US', commandField],
      [COMMAND.messageID, 'US', this.#messageID],
      // a data set follows: anything but 0101H
      [COMMAND.dataSetType, 'US', 1],
    ];
    await this.#sendCommand(contextID, elements);
    await this.#sendPart(contextID, dataSet, false);
  }

  /** Answers a request. @throws Unavailable */
  async respond(
    { contextID, command }: Pick<Message, 'contextID' | 'command'>,
    status: number,
    further: readonly ElementToWrite[] = [],
  ): Promise<void> {
    await this.#sendCommand(contextID, [
      ...further,
      [COMMAND.affectedSOPClassUID, 'UI', command.text(COMMAND.affectedSOPClassUID)],
      [COMMAND.field, 'US', (command.number(COMMAND.field) ?? 0) | RESPONSE],
      [COMMAND.respondedMessageID, 'US', command.number(COMMAND.messageID) ?? 0],
      [COMMAND.dataSetType, 'US', NO_DATA_SET],
      [COMMAND.status, 'US', status],
    ]);
  }

  /**
   * The messages of the peer, until it ends the association. Data sets may have any length.
   * @throws Unavailable if the connection is lost
   */
  async *messages(): AsyncGenerator<Message, void> {
    this.#connection.expectDataSets();
    for (;;) {
      const message = await this.#readCommand();
      if (!message) return;
      const hasDataSet = message.command.number(COMMAND.dataSetType) !== NO_DATA_SET;
      yield { ...message, dataSet: hasDataSet ? this.#readDataSet() : null };
    }
  }

  async #sendCommand(contextID: number, elements: readonly ElementToWrite[]): Promise<void> {
    const bytes = commandSet(elements);
    await this.#sendPart(contextID, { sizeBytes: bytes.length, pieces: [bytes] }, true);
  }

  async #sendPart(contextID: number, part: Part, isCommand: boolean): Promise<void> {
    const stated = this.#accepted.maxPDUBytes;
    const maxPDUBytes = Math.max(1024, Math.min(stated === 0 ? MAX_PDU_BYTES : stated, MAX_PDU_BYTES));
    for await (const bytes of dataPDUs(contextID, part, { isCommand, maxPDUBytes }))
      await this.#connection.write(bytes);
  }

  /** Null if the peer has ended the association. Fragments of data sets that nobody reads are skipped. */
  async #readCommand(): Promise<{ contextID: number; command: Command } | null> {
    const parts: Buffer[] = [];
    let bytes = 0;
    for (;;) {
      const fragment = await this.#nextFragment();
      if (!fragment) return null;
      const { contextID, isCommand, isLast, content } = fragment;
      if (!isCommand) continue;
      parts.push(content);
      bytes += content.length;
      if (bytes > MAX_COMMAND_BYTES) throw new Unavailable('connection', 'a command is too long');
      if (isLast) return { contextID, command: new Command(Buffer.concat(parts)) };
    }
  }

  async *#readDataSet(): AsyncGenerator<Buffer, void> {
    for (;;) {
      const fragment = await this.#nextFragment();
      if (!fragment || fragment.isCommand)
        throw new Unavailable('connection', 'the peer ended a data set before its end');
      yield fragment.content;
      if (fragment.isLast) return;
    }
  }

  async #nextFragment(): Promise<Fragment | null> {
    for (;;) {
      const fragment = this.#fragments.shift();
      if (fragment) return fragment;
      const { type, body } = await this.#connection.next();
      if (type === PDU.releaseRequest) {
        this.#connection.end(pdu(PDU.releaseResponse, Buffer.alloc(4)));
        return null;
      }
      if (type !== PDU.data) throw new Unavailable('connection', 'the association ended');
      this.#fragments = [...fragmentsIn(body)];
    }
  }

  async release(): Promise<void> {
    try {
      await this.#connection.write(pdu(PDU.releaseRequest, Buffer.alloc(4)));
      await this.#connection.next();
    } catch {
      // every request was answered before
    } finally {
      this.#connection.destroy();
    }
  }

  abort(): void {
    this.#connection.end(pdu(PDU.abort, Buffer.alloc(4)));
  }
}
