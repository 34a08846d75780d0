import { createServer as createHTTP, type Server as HTTPServer } from 'node:http';
import type { Server } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTLS } from 'node:tls';
import type { Context } from '../../context.ts';
import { hasCode } from '../../outside/storage/disk-errors.ts';
import { keepCertificate } from './keep-certificate.ts';

type Parts = Pick<Context, 'config' | 'clock' | 'log'>;

/** How often the files are read again, and how often it is checked whether an order is due. */
const CHECK_MS = 10 * 60_000;
const HANDSHAKE_WITHIN_MS = 10_000;
/** During an upgrade the earlier version still has the ports. */
const LISTEN_AGAIN_MS = 5_000;
const CLOSE_IDLE_MS = 100;
const CHALLENGES = '/.well-known/acme-challenge/';

export interface OpenedTLS {
  /** Accepts no further connections. */
  stopListening(): void;
  /** Closes idle connections at once, and waits until the others are closed. */
  closed(): Promise<void>;
}

/**
 * Answers by HTTPS without a proxy: connections are decrypted and passed to the HTTP server of the portal, whose limits apply to
 * them. A second port answers the challenges of the authority and redirects browsers. Returns null with `TLS=off`. A failure does not stop the
 * portal, which still answers at PORT: it is logged, and tried again.
 */
export const openTLS = (http: HTTPServer, parts: Parts, { checkMs = CHECK_MS } = {}): OpenedTLS | null => {
  const { config } = parts;
  if (config.tls.source === 'off') return null;
  const ending = new AbortController();
  const { signal } = ending;
  const answers = new Map<string, string>();
  const secure = createTLS(
    { ALPNProtocols: ['http/1.1'], minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_WITHIN_MS },
    (socket) => void http.emit('connection', socket),
  );
  // a client that speaks no TLS, or an attack; Node has closed the connection
  secure.on('tlsClientError', () => {});
  const redirects = redirectServer(config.publicURL, answers);
  void listen(parts, secure, config.tls.port, signal);
  void listen(parts, redirects, config.tls.httpPort, signal);
  const use = ({ cert, key }: { cert: string; key: string }) => secure.setSecureContext({ cert, key });
  const kept = keepCertificate(parts, { answers, use, signal, checkMs });
  return {
    stopListening() {
      ending.abort();
      secure.close();
      redirects.close();
      redirects.closeAllConnections();
    },
    async closed() {
      await kept;
      while ((await connectionsOf(secure)) > 0) {
        http.closeIdleConnections();
        await pause(CLOSE_IDLE_MS);
      }
    },
  };
};

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((error, count) => resolve(error ? 0 : count)));

/** Listens on all interfaces; while the port is taken or forbidden, tries again. */
const listen = async ({ log }: Parts, server: Server, port: number, signal: AbortSignal): Promise<void> => {
  let isLogged = false;
  while (!signal.aborted) {
    const failure = await new Promise<unknown>((resolve) => {
      const onError = (cause: unknown) => resolve(cause);
      server.once('error', onError);
      server.listen(port, () => {
        server.off('error', onError);
        resolve(null);
      });
    });
    if (failure === null) {
      if (signal.aborted) server.close();
      server.on('error', (cause) => log.error({ err: cause, port }, 'a port of HTTPS has failed'));
      return log.info({ port }, 'listening');
    }
    if (!isLogged)
      log.error(
        { port },
        hasCode(failure, 'EACCES')
          ? 'the portal may not listen on this port: allow it by net.ipv4.ip_unprivileged_port_start'
          : `could not listen on this port: ${String((failure as { code?: unknown }).code)}`,
      );
    isLogged = true;
    await pause(LISTEN_AGAIN_MS, undefined, { signal }).catch(() => {});
  }
};

/** Answers the challenges of an order, and redirects everything else to HTTPS. */
const redirectServer = (publicURL: string, answers: ReadonlyMap<string, string>): HTTPServer =>
  createHTTP({ requestTimeout: 10_000, headersTimeout: 10_000 }, ({ url = '/', method }, response) => {
    const answer = url.startsWith(CHALLENGES) ? answers.get(url.slice(CHALLENGES.length)) : undefined;
    if (answer !== undefined) response.writeHead(200, { 'content-type': 'text/plain' }).end(answer);
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(403, { connection: 'close' }).end();
    // temporary, because browsers keep permanent redirects after HTTPS is switched off again
    else response.writeHead(307, { location: publicURL + pathOf(url) }).end();
  });

/** The path and query of a request; `/` for a URL that names another site. */
const pathOf = (url: string): string => (url.startsWith('/') && !url.startsWith('//') ? url : '/');
