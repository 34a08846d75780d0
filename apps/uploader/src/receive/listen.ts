import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import dimse from 'dcmjs-dimse';
import { ExitError, EXIT } from '../program/exit-error.ts';
import { sentences } from '../sentences.ts';
import { guardPdus, MAX_PDU_BYTES } from './pdu-guard.ts';
import { Receiver, type ReceiverOptions } from './receiver.ts';

/** More devices than a centre has; what a hostile network opens beyond is closed at once. */
const MAX_PEERS = 32;
const MAX_PEERS_OF_ONE = 8;

export interface ListenOptions extends ReceiverOptions {
  host: string;
  port: number;
  /** addresses that may connect; empty for any */
  addresses: string[];
}

/** Listens by our own server and not by the library's, which binds to every address and counts nobody. */
export async function listen({ host, port, addresses, ...reception }: ListenOptions): Promise<Server> {
  dimse.log.setLevel('silent');
  dimse.Implementation.setMaxPduLength(MAX_PDU_BYTES);
  const peers = new Map<Socket, string>();
  const server = createServer((socket) => {
    const address = plain(socket.remoteAddress);
    socket.on('error', () => socket.destroy());
    const known = addresses.length === 0 || addresses.includes(address);
    const sameAddress = [...peers.values()].filter((other) => other === address).length;
    if (!known || peers.size >= MAX_PEERS || sameAddress >= MAX_PEERS_OF_ONE) {
      reception.log('peer-refused', { address, known: known ? 1 : 0 });
      return void socket.destroy();
    }
    peers.set(socket, address);
    socket.on('close', () => peers.delete(socket));
    guardPdus(socket, () => {
      reception.log('pdu-too-long', { address });
      socket.destroy();
    });
    void new Receiver(socket, reception);
  });
  server.listen(port, host);
  await once(server, 'listening').catch((problem: NodeJS.ErrnoException) => {
    const busy = problem.code === 'EADDRINUSE';
    throw new ExitError(busy ? EXIT.busy : EXIT.failed, sentences.cannotListen(host, port, problem.code ?? ''));
  });
  return server;
}

/** IPv4 comes as `::ffff:10.0.0.7` to a server that speaks both. */
const plain = (address = '') => address.replace(/^::ffff:/, '');
