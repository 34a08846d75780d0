import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Context } from '../../platform/context.ts';
import type { Gateway } from '../../platform/http/gateways.ts';
import { closeWith, proxyDesktop } from './proxy-desktop.ts';
import { hashOf } from './open-desktop.ts';
import { redeemToken } from './queries.ts';
import { isStillAllowed } from './rights.ts';

/** A screen asks for little; what is longer than this was made by nobody's hand. */
const MAX_FRAME_BYTES = 256 * 1024;
/** RFC 6455 §7.4.1 and IANA: the page comes back by itself. */
const SERVICE_RESTART = 1012;

/** Where browsers come in to look at their desktop. */
export const remoteDesktopGateway = (app: FastifyInstance, context: Context): Gateway => {
  const { db, clock, log } = context;
  const connected = new Set<WebSocket>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    // pictures are packed already
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (offered) => (offered.has('binary') ? 'binary' : false),
  });
  app.addHook('preClose', async () => {
    for (const socket of connected) socket.close(SERVICE_RESTART);
  });

  const enter = async (socket: WebSocket, url: string): Promise<void> => {
    const token = new URL(url, 'http://portal').searchParams.get('token') ?? '';
    const connectionUUID = randomUUID();
    const desktop = await redeemToken(db, hashOf(token), connectionUUID, clock.now());
    if (!desktop || !(await isStillAllowed(context, desktop))) return closeWith(socket, 'over');
    await proxyDesktop(context, socket, { uuid: desktop.uuid, connectionUUID });
  };

  return (request, duplex, head) => {
    sockets.handleUpgrade(request, duplex, head, (socket) => {
      connected.add(socket);
      socket.on('close', () => connected.delete(socket));
      // a frame too large, or one that is no WebSocket's: `close` follows
      socket.on('error', () => undefined);
      enter(socket, request.url ?? '/').catch((cause) => {
        log.error({ err: cause }, 'a remote desktop was not passed on');
        socket.close(1011);
      });
    });
  };
};
