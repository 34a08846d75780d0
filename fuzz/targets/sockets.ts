import { valueOf, HOSTILE_TEXTS } from '../generate/json.ts';
import { mutate } from '../generate/mutate.ts';
import type { FuzzedPortal } from '../portal/portal.ts';
import type { Random } from '../generate/random.ts';
import type { PortalTarget } from './run-portal.ts';

/** Longer than the hub takes to answer. A client that the hub does not disconnect closes after this time. */
const LISTEN_MS = 100;

const commandOf = (random: Random, token: string): string => {
  const channel = random.pick(['#1', '#2', 'assistants', ...HOSTILE_TEXTS]);
  const command = random.pick<object>([
    { id: 1, connect: { token: random.chance(0.8) ? token : 'x.y.z' } },
    {
      id: random.int(5),
      subscribe: { channel, recover: true, offset: random.pick([0, -1, 2 ** 53]), epoch: 'x' },
    },
    { id: 2, unsubscribe: { channel } },
    { id: 3, refresh: { token } },
    { id: 4, sub_refresh: { channel, token } },
    { id: 5, publish: { channel, data: valueOf({}, random) } },
    {},
  ]);
  const text = JSON.stringify(command);
  return random.chance(0.3) ? mutate(Buffer.from(text), random).toString('latin1') : text;
};

/** Sends frames to the realtime connection. */
export const sockets = (portal: FuzzedPortal): PortalTarget => {
  const url = `${portal.address.replace('http', 'ws')}/connection/websocket`;
  let token = '';
  return {
    concurrency: 4,
    async make(random) {
      token ||= String((await portal.call('doctor', 'POST', '/auth/centrifugo/refresh')).body.realtime_token);
      const connectFirst = JSON.stringify({ id: 1, connect: { token } });
      const frames = Array.from({ length: 1 + random.int(5) }, () => commandOf(random, token));
      return Buffer.from([...(random.chance(0.7) ? [connectFirst] : []), ...frames].join('\u001e'));
    },
    async run(bytes) {
      const socket = new WebSocket(url);
      const closed = new Promise<void>((resolve) => {
        socket.addEventListener('close', () => resolve());
        socket.addEventListener('error', () => resolve());
      });
      socket.addEventListener('open', () => {
        for (const frame of bytes.toString().split('\u001e')) socket.send(frame);
        setTimeout(() => socket.close(), LISTEN_MS);
      });
      await closed;
    },
  };
};
