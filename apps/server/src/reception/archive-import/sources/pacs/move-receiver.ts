import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { acceptStorage } from '@snimok/dicom-network/accept';
import { PeerProblem } from '@snimok/dicom-network/problems';
import { serveStorage, type StoreInstance } from '@snimok/dicom-network/receive-instances';
import type { Context } from '../../../../platform/context.ts';
import { networksOf, unmapped } from '../../../../platform/networks/networks.ts';
import { SourceUnreachable } from '../source-unreachable.ts';

/** The maximum number of simultaneous associations. */
const MAX_CONNECTIONS = 8;

/**
 * Receives what a PACS sends after a C-MOVE. Only systems in the networks of an import can connect, and nothing is accepted between two
 * retrievals.
 * @throws SourceUnreachable if the port cannot be opened
 */
export const openMoveReceiver = async (
  { config }: Pick<Context, 'config'>,
  { title, port }: { title: string; port: number },
) => {
  const networks = networksOf(config.archiveImport.networks);
  const sockets = new Set<Socket>();
  let current: StoreInstance | null = null;
  let failure: unknown = null;

  const serve = async (socket: Socket): Promise<void> => {
    const association = await acceptStorage(socket, title);
    await serveStorage(association, async (instance) => {
      if (!current) throw new Error('nothing is retrieved at present');
      await current(instance);
    });
  };

  const server = createServer((socket) => {
    const isAllowed = networks.include(unmapped(socket.remoteAddress ?? ''));
    if (!isAllowed || !current || sockets.size >= MAX_CONNECTIONS) return socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    return serve(socket).catch((cause: unknown) => {
      // the PACS reports what it could not send, but does not know that the disk here is full
      if (!(cause instanceof PeerProblem)) failure = cause;
      socket.destroy();
    });
  });
  server.listen(port);
  try {
    await once(server, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new SourceUnreachable(`the port ${port} cannot be opened: ${code}`, { cause });
  }

  return {
    title,
    /** Stores what arrives while the work is done. */
    async whileReceiving<Result>(store: StoreInstance, work: () => Promise<Result>): Promise<Result> {
      current = store;
      failure = null;
      try {
        const result = await work();
        if (failure) throw failure;
        return result;
      } finally {
        current = null;
      }
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

export type MoveReceiver = Awaited<ReturnType<typeof openMoveReceiver>>;
