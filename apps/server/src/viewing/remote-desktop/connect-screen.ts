import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request as requestTLS } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Context } from '../../platform/context.ts';
import { keepAliveOptions } from '../../platform/db/keepalive.ts';
import { socketOf } from '../../platform/outside/workstation/workstation.ts';
import type { DesktopRow } from './queries.ts';
import { SCREEN_PATH, SCREEN_PROTOCOL } from './screen-gateway.ts';
import { signScreenToken } from './screen-token.ts';

const REPLY_TIMEOUT_MS = 5_000;

/** Connects to a desktop's screen: on this machine to its socket, elsewhere through the gateway of its worker. */
export const connectToScreen = async (context: Context, { uuid, reach }: DesktopRow): Promise<Socket> => {
  const screen =
    reach === null ? await connectLocally(context, uuid) : await connectThroughWorker(context, uuid, reach);
  // detects a connection that was cut without FIN or RST
  screen.setKeepAlive(keepAliveOptions.keepAlive, keepAliveOptions.keepAliveInitialDelayMillis);
  return screen;
};

const connectLocally = async ({ config }: Context, uuid: string): Promise<Socket> => {
  const screen = connect(socketOf(config.remoteDesktop.folder, uuid));
  await once(screen, 'connect');
  return screen;
};

const connectThroughWorker = ({ secrets, clock }: Context, uuid: string, reach: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const startRequest = reach.startsWith('https:') ? requestTLS : requestPlain;
    const request = startRequest(new URL(SCREEN_PATH, reach), {
      headers: {
        connection: 'Upgrade',
        upgrade: SCREEN_PROTOCOL,
        // not in the URL, because proxies may log URLs
        authorization: `Bearer ${signScreenToken(secrets.screens, uuid, clock.now())}`,
      },
      timeout: REPLY_TIMEOUT_MS,
    });
    request.once('upgrade', (_reply, socket, head) => {
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    request.once('response', (reply) => {
      reply.resume();
      reject(new Error(`the worker of a remote desktop replied with HTTP ${reply.statusCode}`));
    });
    request.once('timeout', () => request.destroy(new Error('the worker of a remote desktop did not reply')));
    request.once('error', reject);
    request.end();
  });
