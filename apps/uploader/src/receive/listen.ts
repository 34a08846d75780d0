import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import dimse from 'dcmjs-dimse';
import { EXIT, ExitError } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';
import { guardPdus, MAX_PDU_BYTES } from './pdu-guard.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';

/** More than a centre has X-ray machines; further connections are closed at once. */
const MAX_PEERS = 32;
const MAX_PEERS_PER_ADDRESS = 8;

interface ListenOptions extends ReceiverOptions {
  host: string;
  port: number;
  /** IP addresses that may connect; empty for any */
  addresses: string[];
}

/** Uses its own server instead of the library's, which binds to every address and does not limit connections. */
export async function listen({ host, port, addresses, ...receiver }: ListenOptions): Promise<Server> {
  dimse.log.setLevel('silent');
  dimse.Implementation.setMaxPduLength(MAX_PDU_BYTES);
  const peers = new Map<Socket, string>();
  const server = createServer((socket) => {
    const address = withoutIPv4Mapping(socket.remoteAddress);
    socket.on('error', () => socket.destroy());
    const isAllowed = addresses.length === 0 || addresses.includes(address);
    const sameAddress = [...peers.values()].filter((other) => other === address).length;
    if (!isAllowed || peers.size >= MAX_PEERS || sameAddress >= MAX_PEERS_PER_ADDRESS) {
      receiver.log('peer-refused', { address, known: isAllowed ? 1 : 0 });
      return void socket.destroy();
    }
    peers.set(socket, address);
    socket.on('close', () => peers.delete(socket));
    guardPdus(socket, () => {
      receiver.log('pdu-too-long', { address });
      socket.destroy();
    });
    void new Receiver(socket, receiver);
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

/** A dual-stack server sees an IPv4 peer as `::ffff:10.0.0.7`. */
const withoutIPv4Mapping = (address = '') => address.replace(/^::ffff:/, '');
