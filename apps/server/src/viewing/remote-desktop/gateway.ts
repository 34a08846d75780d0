import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Right } from '../../platform/access/right.ts';
import type { Context } from '../../platform/context.ts';
import type { Gateway } from '../../platform/http/connections/gateways.ts';
import { hashToken } from '../../platform/secrets/hash-token.ts';
import type { TransferWatch } from '../../platform/transfer-watch/transfer-watch.ts';
import { closeWith, proxyDesktop } from './proxy-desktop.ts';
import { redeemToken } from './queries.ts';
import { isStillAllowed, rightOf } from './rights.ts';

/** RFB messages from a browser are short: keys, pointer events, clipboard text. */
const MAX_FRAME_BYTES = 256 * 1024;
/** RFC 6455 §7.4.1 and the IANA registry: the page reconnects by itself. */
const SERVICE_RESTART = 1012;

/** A client that does not reply to the closing handshake is disconnected after this time. */
const CLOSE_WITHIN_MS = 1_000;

const cut = (socket: WebSocket): void => {
  closeWith(socket, 'over');
  const timer = setTimeout(() => socket.terminate(), CLOSE_WITHIN_MS);
  socket.once('close', () => clearTimeout(timer));
};

/** The WebSocket endpoint through which browsers connect to their desktop. */
export const remoteDesktopGateway = (
  app: FastifyInstance,
  context: Context,
  watch: TransferWatch<Right>,
): Gateway => {
  const { db, clock, log } = context;
  const connected = new Set<WebSocket>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // RFB compresses its images already
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has('binary') ? 'binary' : false),
  });
  app.addHook('preClose', async () => {
    for (const socket of connected) socket.close(SERVICE_RESTART);
  });

  const connect = async (socket: WebSocket, url: string): Promise<void> => {
    const token = new URL(url, 'http://portal').searchParams.get('token') ?? '';
    const connectionUUID = randomUUID();
    const desktop = await redeemToken(db, hashToken(token), connectionUUID, clock.now());
    if (!desktop || !(await isStillAllowed(context, desktop))) return closeWith(socket, 'over');
    socket.once(
      'close',
      watch.add(rightOf(desktop), () => cut(socket)),
    );
    await proxyDesktop(context, socket, { uuid: desktop.uuid, connectionUUID });
  };

  return (request, duplex, head) => {
    sockets.handleUpgrade(request, duplex, head, (socket) => {
      connected.add(socket);
      socket.on('close', () => connected.delete(socket));
      // a frame that is too large or malformed: `close` follows
      socket.on('error', () => undefined);
      connect(socket, request.url ?? '/').catch((cause) => {
        log.error({ err: cause }, 'could not connect a browser to its remote desktop');
        socket.close(1011);
      });
    });
  };
};
