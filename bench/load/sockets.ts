import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { Centrifuge } from 'centrifuge';
import { TimedClient } from './timed-client.ts';
import { TIMED_MESSAGE } from './chat-actions.ts';
import { simulateUser } from './simulated-user.ts';
import { eventHandler } from './screens.ts';
import type { Tally } from './tally.ts';
import type { Person, Dataset } from './dataset.ts';

/**
 * A process that holds everybody's WebSocket by the web app's own client library, `sockets.ts WORLD`, and asks anew for
 * what is on a screen when an event says so, as the web app does.
 */
export interface SocketsReport {
  tally: Tally;
  errorTexts: string[];
  connected: number;
  /** connections that ended meanwhile, and came back or not */
  lost: number;
}

const CONNECTING_AT_ONCE = 50;
const TIMEOUT_MS = 30_000;
const dataset = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Dataset;
const client = new TimedClient();
const url = `${dataset.socketAddress.replace('http', 'ws')}/connection/websocket`;
const live = new Set<Centrifuge>();
let lost = 0;

const connect = (person: Person, channel: string, hear: (event: RealtimeEvent) => void): Promise<void> => {
  const user = simulateUser(client, dataset, person, 0);
  const tokenOf = async <T>(path: string, body: unknown): Promise<T> => {
    const { ok, text } = await user.send('realtime: token', 'POST', path, body);
    if (!ok) throw new Error('no token');
    return JSON.parse(text) as T;
  };
  const getToken = async () =>
    (await tokenOf<{ realtime_token: string }>('/auth/centrifugo/refresh', undefined)).realtime_token;
  const centrifuge = new Centrifuge(url, { getToken, websocket: WebSocket, timeout: TIMEOUT_MS });
  let clientID = '';
  centrifuge.on('connected', (connected) => {
    clientID = connected.client;
  });
  const subscription = centrifuge.newSubscription(channel, {
    ...(channel.startsWith('$') && {
      getToken: async () => {
        const body = { client: clientID, channels: [channel] };
        const { channels } = await tokenOf<{ channels: { token: string }[] }>(
          '/auth/centrifugo/subscribe',
          body,
        );
        return channels[0]?.token ?? '';
      },
    }),
  });
  subscription.on('publication', ({ data }) => hear(data as RealtimeEvent));
  subscription.on('subscribing', () => {
    if (live.delete(centrifuge)) lost += 1;
  });
  return new Promise((resolve) => {
    subscription.on('subscribed', () => {
      live.add(centrifuge);
      resolve();
    });
    subscription.subscribe();
    centrifuge.connect();
  });
};

/** From the moment the message was due to be sent until its arrival at this one socket. */
const recordArrival = (event: RealtimeEvent): void => {
  if (event.type !== 'new_message' || !event.data.text.startsWith(TIMED_MESSAGE)) return;
  const spokenAt = Number(event.data.text.slice(TIMED_MESSAGE.length));
  client.count('realtime: message arrives', performance.timeOrigin + performance.now() - spokenAt);
};

const connectAll = async (): Promise<void> => {
  const connections_ = [
    ...dataset.assistants.map((person, at) => ({
      person,
      screen: eventHandler(client, dataset, person, at),
      isAssistant: true,
    })),
    ...dataset.doctors.map((person) => ({ person, screen: eventHandler(client, dataset, person), isAssistant: false })),
  ];
  for (let from = 0; from < connections_.length; from += CONNECTING_AT_ONCE) {
    const some = connections_.slice(from, from + CONNECTING_AT_ONCE).map(({ person, screen, isAssistant }) =>
      connect(person, isAssistant ? ASSISTANTS_CHANNEL : userChannel(person.accountID), (event) => {
        recordArrival(event);
        screen(event);
      }),
    );
    const late = sleep(TIMEOUT_MS).then(() => 'late');
    if ((await Promise.race([Promise.all(some), late])) === 'late') throw new Error('sockets do not open');
  }
};

process.on('message', () => {
  const report: SocketsReport = { ...client.take(), connected: live.size, lost };
  lost = 0;
  process.send?.(report);
});
process.on('disconnect', () => process.exit(1));
await connectAll();
process.send?.('ready');
