import { connect, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import { type TLSIdentity, tlsProfile } from '../machines/tls.ts';
import type { Callback } from './callbacks.ts';
import { type CommitmentEvent, encodeEvent } from './event.ts';
import { associateRequest, eventRequest, PDU, pdu, readAccept, statusOfResponse } from './pdus.ts';

/** The limit of the whole exchange: a machine answers at once. */
const EXCHANGE_MS = 30_000;
const MAX_PDU = 128 * 1024;
const MAX_BYTES = 1024 ** 2;

/** The message says why the machine did not take the result. */
export class NotTaken extends Error {}

interface CallBackOptions {
  /** our AE title */
  aet: string;
  /** with TLS, if the machines use it to reach us */
  tls: TLSIdentity | undefined;
}

/** Reports a result to a machine in an association of our own (PS3.4, J.3.3). Throws `NotTaken` unless the machine confirms it. */
export async function callBack(
  { aet: called, host, port }: Callback,
  event: CommitmentEvent,
  { aet, tls }: CallBackOptions,
): Promise<void> {
  const socket = tls ? connectTLS({ host, port, ...clientOptions(tls) }) : connect({ host, port });
  const timer = setTimeout(() => socket.destroy(new NotTaken('no answer in time')), EXCHANGE_MS);
  try {
    const pdus = eachPDU(socket);
    socket.write(associateRequest(called, aet));
    const accepted = await acceptedIn(await next(pdus));
    const dataSet = encodeEvent(event, accepted.transferSyntaxUID);
    for (const bytes of eventRequest(event.eventType, dataSet, accepted.maxPDU)) socket.write(bytes);
    const status = statusOfResponse(await readCommand(pdus));
    if (status !== 0) throw new NotTaken(`status ${status?.toString(16)}`);
    socket.write(pdu(PDU.releaseRequest, Buffer.alloc(4)));
    // the result was taken, whether or not the machine answers the release
    await next(pdus).catch(() => undefined);
  } catch (problem) {
    if (problem instanceof NotTaken) throw problem;
    throw new NotTaken((problem as NodeJS.ErrnoException).code ?? 'broken association');
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

/**
 * Certificates of machines have no names of hosts, so the chain is checked and not the name (PS3.15, B.12 requires none). Without
 * `--tls-client-ca` the authorities and the rules of the operating system apply.
 */
const clientOptions = ({ cert, key, clientCA }: TLSIdentity) => ({
  cert,
  key,
  ...tlsProfile,
  ...(clientCA && { ca: clientCA, checkServerIdentity: () => undefined }),
});

type PDUs = AsyncGenerator<{ type: number; body: Buffer }>;

/** A peer that sends more than a response needs is disconnected. */
async function* eachPDU(socket: Socket): PDUs {
  let buffered: Buffer = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new NotTaken('too much data');
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 6) {
      const length = buffered.readUInt32BE(2);
      if (length > MAX_PDU) throw new NotTaken('PDU too long');
      if (buffered.length < 6 + length) break;
      yield { type: buffered[0] ?? 0, body: buffered.subarray(6, 6 + length) };
      buffered = buffered.subarray(6 + length);
    }
  }
}

async function next(pdus: PDUs) {
  const { value, done } = await pdus.next();
  if (done) throw new NotTaken('connection closed');
  return value;
}

async function acceptedIn({ type, body }: { type: number; body: Buffer }) {
  const accepted = type === PDU.associateAccept ? readAccept(body) : null;
  if (!accepted) throw new NotTaken('association rejected');
  return accepted;
}

/** The command of the response, from one or more PDVs. */
async function readCommand(pdus: PDUs): Promise<Buffer> {
  const fragments: Buffer[] = [];
  for (;;) {
    const { type, body } = await next(pdus);
    if (type !== PDU.data) throw new NotTaken('association ended');
    for (let at = 0; at + 6 <= body.length;) {
      const end = at + 4 + body.readUInt32BE(at);
      fragments.push(body.subarray(at + 6, end));
      const isLastOfCommand = (body[at + 5]! & 3) === 3;
      if (isLastOfCommand) return Buffer.concat(fragments);
      at = end;
    }
  }
}
