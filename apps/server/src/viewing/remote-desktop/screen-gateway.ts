import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { keepAliveOptions } from '../../platform/db/keepalive.ts';
import type { Gateway } from '../../platform/http/connections/gateways.ts';
import { socketOf } from '../../platform/outside/workstation/workstation.ts';
import { screenTokenVerifier } from './screen-token.ts';

/** The endpoint of a worker for API processes on other hosts; after the upgrade it carries plain RFB. */
export const SCREEN_PATH = '/screen';
export const SCREEN_PROTOCOL = 'rfb';

/**
 * Proxies an upgraded connection to one screen. Every invalid token gets the same 403, so screens cannot be enumerated.
 */
export const screenGateway =
  ({ config, secrets, clock }: Context) =>
  (app: FastifyInstance): Gateway => {
    const verify = screenTokenVerifier(secrets.screens);
    const open = new Set<Duplex>();
    app.addHook('preClose', async () => {
      for (const socket of open) socket.destroy();
    });
    return (request, socket, head) => {
      const token = /^Bearer (\S{1,300})$/.exec(request.headers.authorization ?? '')?.[1];
      const uuid = token === undefined ? null : verify(token, clock.now());
      const refuse = () =>
        socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      if (uuid === null || request.headers.upgrade !== SCREEN_PROTOCOL) return void refuse();
      const screen = connect(socketOf(config.remoteDesktop.folder, uuid));
      open.add(socket);
      request.socket.setKeepAlive(keepAliveOptions.keepAlive, keepAliveOptions.keepAliveInitialDelayMillis);
      screen.once('connect', () => {
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: ${SCREEN_PROTOCOL}\r\n\r\n`,
        );
        screen.write(head);
        screen.pipe(socket).pipe(screen);
      });
      // a missing or killed screen closes the connection like an ordinary end
      screen.on('error', () => screen.destroy());
      screen.once('close', () => socket.destroy());
      socket.once('close', () => {
        open.delete(socket);
        screen.destroy();
      });
    };
  };
