import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { IMPLEMENTATION_NAME, IMPLEMENTATION_UID } from '@snimok/imaging/dicom/elements/write';
import dimse from 'dcmjs-dimse';
import { EXIT, ExitError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';
import { LIMITS, type Limits } from './limits.ts';
import { guardPdus, MAX_PDU_BYTES } from './pdu-guard.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';
import { isListedAddress } from '../machines/senders.ts';
import { createTLSServer, type TLSIdentity } from '../machines/tls.ts';

interface ListenOptions extends Omit<ReceiverOptions, 'limits'> {
  host: string;
  port: number;
  tls?: TLSIdentity | undefined;
  limits?: Limits;
}

/** Uses its own server instead of the library's, which binds to every address and does not limit connections. */
export async function listen({
  host,
  port,
  tls,
  limits = LIMITS,
  ...options
}: ListenOptions): Promise<Server> {
  dimse.log.setLevel('silent');
  dimse.Implementation.setImplementationClassUid(IMPLEMENTATION_UID);
  dimse.Implementation.setImplementationVersion(IMPLEMENTATION_NAME);
  dimse.Implementation.setMaxPduLength(MAX_PDU_BYTES);
  const { log, policy } = options;
  const isAdmitted = connectionLimiter(limits, (address) => isListedAddress(policy.senders, address));

  const serve = (socket: Socket) => {
    const address = addressOf(socket);
    socket.on('error', () => socket.destroy());
    guardPdus(socket, () => {
      log('pdu-too-long', { address });
      socket.destroy();
    });
    void new Receiver(socket, address, { ...options, limits });
  };
  const secure =
    tls &&
    createTLSServer(tls, {
      handshakeMs: limits.artimMs,
      onConnection: serve,
      onFailure: (problem) =>
        log('tls-refused', { why: (problem as NodeJS.ErrnoException).code ?? 'unknown' }),
    });

  const server = createServer((socket) => {
    const address = addressOf(socket);
    socket.on('error', () => socket.destroy());
    if (!isAdmitted(socket, address)) {
      log('peer-refused', { address });
      socket.destroy();
    } else if (secure) secure.emit('connection', socket);
    else serve(socket);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((problem: NodeJS.ErrnoException) => {
    const busy = problem.code === 'EADDRINUSE';
    throw new ExitError(
      busy ? EXIT.busy : EXIT.failed,
      sentences.cannotListen(host, port, problem.code ?? ''),
    );
  });
  return server;
}

/** Returns a function that counts a connection until it closes; false if there are too many already. */
function connectionLimiter(limits: Limits, isListed: (address: string) => boolean) {
  const peers = new Map<Socket, string>();
  return (socket: Socket, address: string): boolean => {
    const open = [...peers.values()];
    const fromAddress = open.filter((other) => other === address).length;
    if (open.length >= limits.peers || fromAddress >= limits.peersPerAddress) return false;
    if (!isListed(address) && open.filter((other) => !isListed(other)).length >= limits.unlistedPeers)
      return false;
    peers.set(socket, address);
    socket.on('close', () => peers.delete(socket));
    return true;
  };
}

/** A dual-stack server sees an IPv4 peer as `::ffff:10.0.0.7`. */
const addressOf = ({ remoteAddress = '' }: Socket) => remoteAddress.replace(/^::ffff:/, '');
