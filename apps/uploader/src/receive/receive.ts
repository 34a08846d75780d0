import type { Server } from 'node:net';
import { join } from 'node:path';
import { openPortal } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { sentences } from '../sentences.ts';
import { watch, type WatchOptions } from '../watch/watch.ts';
import { listen } from './listen.ts';
import { createCopyRemoval } from './remove-copies.ts';
import { clearDrafts, openStore } from './store.ts';

interface ReceiveOptions extends Omit<WatchOptions, 'folder' | 'once'> {
  host: string;
  port: number;
  aet: string;
  store: string | undefined;
  /** AE titles that may send; empty for any */
  from: string[];
  /** IP addresses that may send; empty for any */
  addresses: string[];
  keepDays: number;
}

/** `snimok receive`: stores images that X-ray machines send by DICOM in a folder and sends that folder like `watch`. */
export async function receive(context: CommandContext, options: ReceiveOptions): Promise<void> {
  openPortal(context);
  const store = openStore(options.store ?? join(context.paths.ledgers, '../store'));
  const { host, port, addresses, aet, from } = options;
  let server: Server | undefined;
  try {
    await watch(context, { ...options, folder: store.received, once: false }, async (ledger) => {
      clearDrafts(store);
      server = await listen({ host, port, addresses, store, policy: { aet, from }, log: context.log });
      context.print(sentences.receiving(host, port, aet));
      return createCopyRemoval(ledger, options.keepDays);
    });
  } finally {
    server?.close();
  }
}
