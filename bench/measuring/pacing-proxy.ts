import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Bytes per write: at 20 Mbit/s one takes 6 ms. */
const PIECE_BYTES = 16 * 1024;

interface Line {
  mbit: number;
  /** round-trip time */
  latencyMs: number;
}

/**
 * A TCP proxy that simulates a line in front of `target`: all connections together send at most `mbit` Mbit/s in each
 * direction, and each direction delays by half the round trip. The kernel's buffers stay outside: they hold at most a few
 * hundred kilobytes of a connection that is read slowly.
 */
export const startLine = async (target: string, { mbit, latencyMs }: Line) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, highWaterMark: PIECE_BYTES }, (client) => {
    const portal = connect({ host: hostname, port: Number(port), noDelay: true });
    for (const socket of [client, portal]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    void carry(client, portal, up);
    void carry(portal, client, down);
  });
  const direction = () => ({ freeAt: 0 });
  const up = direction();
  const down = direction();

  async function carry(from: Socket, to: Socket, line: { freeAt: number }): Promise<void> {
    let delivered: Promise<unknown> = Promise.resolve();
    try {
      for await (const chunk of from as AsyncIterable<Buffer>) {
        for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
          const piece = chunk.subarray(at, at + PIECE_BYTES);
          line.freeAt = Math.max(line.freeAt, performance.now()) + (piece.length * 8) / (mbit * 1000);
          const arrivesAt = line.freeAt + latencyMs / 2;
          delivered = delivered.then(async () => {
            await sleep(Math.max(0, arrivesAt - performance.now()));
            if (!to.destroyed && !to.write(piece)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
          });
          await sleep(Math.max(0, line.freeAt - performance.now()));
        }
      }
      await delivered;
    } catch {
      // one side has closed the connection
    }
    to.end();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
