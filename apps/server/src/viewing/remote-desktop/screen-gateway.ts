import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { keepAliveOptions } from '../../platform/db/keepalive.ts';
import type { Gateway } from '../../platform/http/gateways.ts';
import { socketOf } from '../../platform/outside/workstation/workstation.ts';
import { screenTokenVerifier } from './screen-token.ts';

/** Where a worker shows its screens to the APIs of other machines; the protocol is RFB's bytes as they are. */
export const SCREEN_PATH = '/screen';
export const SCREEN_PROTOCOL = 'rfb';

/** A worker's inner door: who brings no good pass learns nothing, not even which screens there are. */
export const screenGateway =
  ({ config, secrets, clock }: Context) =>
  (app: FastifyInstance): Gateway => {
    const read = screenTokenVerifier(secrets.screens);
    const open = new Set<Duplex>();
    app.addHook('preClose', async () => {
      for (const socket of open) socket.destroy();
    });
    return (request, socket, head) => {
      const pass = /^Bearer (\S{1,300})$/.exec(request.headers.authorization ?? '')?.[1];
      const uuid = pass === undefined ? null : read(pass, clock.now());
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
      // a screen that is gone, or ended by force: its end like any other
      screen.on('error', () => screen.destroy());
      screen.once('close', () => socket.destroy());
      socket.once('close', () => {
        open.delete(socket);
        screen.destroy();
      });
    };
  };
