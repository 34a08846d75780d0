import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/platform/realtime';
import { Centrifuge } from 'centrifuge';
import { TimedClient } from './timed-client.ts';
import { TIMED_MESSAGE } from './chat-actions.ts';
import { simulateUser } from './simulated-user.ts';
import { eventHandler } from './screens.ts';
import type { Tally } from './tally.ts';
import type { Person, Dataset } from '../dataset/dataset.ts';

/**
 * The process that holds every user's WebSocket with the web app's client library. It also sends the requests by which
 * the web app refreshes a screen after an event. Started as `sockets.ts DATASET`.
 */
export interface SocketsReport {
  tally: Tally;
  errorTexts: string[];
  connected: number;
  /** connections lost since the last report, whether or not they were restored */
  lost: number;
}

const CONCURRENT_CONNECTS = 50;
const TIMEOUT_MS = 30_000;
const dataset = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Dataset;
const client = new TimedClient();
const url = `${dataset.socketAddress.replace('http', 'ws')}/connection/websocket`;
const live = new Set<Centrifuge>();
let lost = 0;

const connect = (person: Person, channel: string, onEvent: (event: RealtimeEvent) => void): Promise<void> => {
  const user = simulateUser(client, dataset, person, 0);
  const tokenOf = async <T>(path: string, body: unknown): Promise<T> => {
    const { ok, text } = await user.send('realtime: token', 'POST', path, body);
    if (!ok) throw new Error('no realtime token');
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
  subscription.on('publication', ({ data }) => onEvent(data as RealtimeEvent));
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

/** Records the time from when the message was due until its receipt by one socket. */
const recordArrival = (event: RealtimeEvent): void => {
  if (event.type !== 'new_message' || !event.data.text.startsWith(TIMED_MESSAGE)) return;
  const dueAt = Number(event.data.text.slice(TIMED_MESSAGE.length));
  client.record('realtime: message arrives', performance.timeOrigin + performance.now() - dueAt);
};

const connectAll = async (): Promise<void> => {
  const sockets = [
    ...dataset.assistants.map((person, at) => ({
      person,
      handle: eventHandler(client, dataset, person, at),
      isAssistant: true,
    })),
    ...dataset.doctors.map((person) => ({
      person,
      handle: eventHandler(client, dataset, person),
      isAssistant: false,
    })),
  ];
  for (let from = 0; from < sockets.length; from += CONCURRENT_CONNECTS) {
    const connecting = sockets
      .slice(from, from + CONCURRENT_CONNECTS)
      .map(({ person, handle, isAssistant }) =>
        connect(person, isAssistant ? ASSISTANTS_CHANNEL : userChannel(person.accountID), (event) => {
          recordArrival(event);
          handle(event);
        }),
      );
    const late = sleep(TIMEOUT_MS).then(() => 'late');
    if ((await Promise.race([Promise.all(connecting), late])) === 'late')
      throw new Error(`WebSockets did not open within ${TIMEOUT_MS} ms`);
  }
};

process.on('message', () => {
  const report: SocketsReport = { ...client.takeResults(), connected: live.size, lost };
  lost = 0;
  process.send?.(report);
});
process.on('disconnect', () => process.exit(1));
await connectAll();
process.send?.('ready');
