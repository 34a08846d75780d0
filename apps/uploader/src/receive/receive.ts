import type { Server } from 'node:net';
import { join } from 'node:path';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { sentences } from '../sentences.ts';
import { watch, type WatchOptions } from '../watch/watch.ts';
import { listen } from './listen.ts';
import { clearDrafts, openStore } from './store.ts';
import { createCopyRemoval } from './remove-copies.ts';

export interface ReceiveOptions extends Omit<WatchOptions, 'folder' | 'once'> {
  host: string;
  port: number;
  aet: string;
  store: string | undefined;
  /** AE titles, and addresses, that may send; empty for any */
  from: string[];
  addresses: string[];
  keepDays: number;
}

/** `snimok receive`: takes images from devices by DICOM, and sends them on as if a device had written them to a folder. */
export async function receive(desk: CommandContext, wish: ReceiveOptions): Promise<void> {
  openPortal(desk);
  const store = openStore(wish.store ?? join(desk.paths.ledgers, '../store'));
  const { host, port, addresses, aet, from } = wish;
  let server: Server | undefined;
  try {
    await watch(desk, { ...wish, folder: store.received, once: false }, async (ledger) => {
      clearDrafts(store);
      server = await listen({ host, port, addresses, store, policy: { aet, from }, log: desk.log });
      desk.print(sentences.receiving(host, port, aet));
      return createCopyRemoval(ledger, wish.keepDays);
    });
  } finally {
    server?.close();
  }
}
