import { once } from 'node:events';
import { request as requestPlain } from 'node:http';
import { request as requestSafe } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Context } from '../../platform/context.ts';
import { keepAliveOptions } from '../../platform/db/keepalive.ts';
import { socketOf } from '../../platform/outside/workstation/workstation.ts';
import type { DesktopRow } from './queries.ts';
import { SCREEN_PATH, SCREEN_PROTOCOL } from './screen-gateway.ts';
import { signScreenToken } from './screen-token.ts';

const ANSWER_WITHIN_MS = 5_000;

/** A line to a desktop's screen: on this machine its socket, else through the inner door of the worker that shows it. */
export const connectToScreen = async (context: Context, { uuid, reach }: DesktopRow): Promise<Socket> => {
  const screen = reach === null ? await connectLocally(context, uuid) : await connectThroughWorker(context, uuid, reach);
  // a line that was cut without a word
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
    const ask = reach.startsWith('https:') ? requestSafe : requestPlain;
    const asked = ask(new URL(SCREEN_PATH, reach), {
      headers: {
        connection: 'Upgrade',
        upgrade: SCREEN_PROTOCOL,
        // in a header and not in the URL: what stands between may log URLs
        authorization: `Bearer ${signScreenToken(secrets.screens, uuid, clock.now())}`,
      },
      timeout: ANSWER_WITHIN_MS,
    });
    asked.once('upgrade', (_reply, socket, head) => {
      socket.setTimeout(0);
      if (head.length > 0) socket.unshift(head);
      resolve(socket as Socket);
    });
    asked.once('response', (reply) => {
      reply.resume();
      reject(new Error(`the worker of a remote desktop answers ${reply.statusCode}`));
    });
    asked.once('timeout', () => asked.destroy(new Error('the worker of a remote desktop is silent')));
    asked.once('error', reject);
    asked.end();
  });
