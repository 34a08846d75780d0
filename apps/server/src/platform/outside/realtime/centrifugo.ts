import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { proxyUpgrade } from './proxy-upgrade.ts';
import type { Publication, Realtime } from './realtime.ts';

const WITHIN_MS = 5_000;

/** A Centrifugo beside the portal: told by its HTTP API, and browsers' sockets are passed on to it. */
export const centrifugo = (url: string, apiKey: string): Realtime => {
  const base = new URL(url.replace(/\/*$/, '/'));

  /** One request, its commands in order. */
  const batch = async (commands: object[]): Promise<void> => {
    const reply = await fetch(new URL('api/batch', base), {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
      body: JSON.stringify({ commands, parallel: false }),
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    if (!reply.ok) throw new Error(`Centrifugo answers ${reply.status}`);
    const { replies = [] } = (await reply.json()) as { replies?: { error?: { code: number } }[] };
    const failed = replies.find(({ error }) => error)?.error;
    if (failed) throw new Error(`Centrifugo refuses a publication: ${failed.code}`);
  };

  const passedOn = new Set<Duplex>();
  let isClosed = false;
  return {
    accept(request: IncomingMessage, socket: Duplex, head: Buffer) {
      if (isClosed) return void socket.destroy();
      passedOn.add(socket);
      socket.once('close', () => passedOn.delete(socket));
      proxyUpgrade(new URL('connection/websocket', base), request, socket, head);
    },
    publish: (publications, epoch) => batch(publications.map((publication) => commandOf(publication, epoch))),
    async close() {
      isClosed = true;
      for (const socket of passedOn) socket.destroy();
    },
  };
};

/**
 * Centrifugo knows users, not sessions: all connections of the user end, and those whose session lives come back with
 * a new token. What is sent again after an answer was lost is known by its key.
 */
const commandOf = ({ id, channel, event, endedSession }: Publication, epoch: string): object =>
  endedSession === null
    ? { publish: { channel, data: event, idempotency_key: `${epoch}-${id}` } }
    : { disconnect: { user: channel.slice(1) } };
