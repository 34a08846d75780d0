import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { proxyUpgrade } from './proxy-upgrade.ts';
import type { Publication, Realtime } from './realtime.ts';

const TIMEOUT_MS = 5_000;

/** Publishes through Centrifugo's HTTP API and proxies browsers' WebSockets to it. */
export const centrifugo = (url: string, apiKey: string): Realtime => {
  const base = new URL(url.replace(/\/*$/, '/'));

  /** Sends the commands in one request; Centrifugo executes them in order. */
  const batch = async (commands: object[]): Promise<void> => {
    const reply = await fetch(new URL('api/batch', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ commands, parallel: false }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!reply.ok) throw new Error(`Centrifugo answers ${reply.status}`);
    const { replies = [] } = (await reply.json()) as { replies?: { error?: { code: number } }[] };
    const failed = replies.find(({ error }) => error)?.error;
    if (failed) throw new Error(`Centrifugo refuses a publication: ${failed.code}`);
  };

  const proxied = new Set<Duplex>();
  let isClosed = false;
  return {
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      if (isClosed) return void socket.destroy();
      proxied.add(socket);
      socket.once('close', () => proxied.delete(socket));
      proxyUpgrade(new URL('connection/websocket', base), request, socket, head);
    },
    publish: (publications, epoch) => batch(publications.map((publication) => commandOf(publication, epoch))),
    async close() {
      isClosed = true;
      for (const socket of proxied) socket.destroy();
    },
  };
};

/**
 * Centrifugo has no sessions: at the end of a session all connections of the user are closed, and those of other
 * sessions reconnect with a new token. The idempotency key prevents duplicates when a publication is sent again.
 */
const commandOf = ({ id, channel, event, endedSession }: Publication, epoch: string): object =>
  endedSession === null
    ? { publish: { channel, data: event, idempotency_key: `${epoch}-${id}` } }
    : { disconnect: { user: channel.slice(1) } };
