import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { Centrifuge } from 'centrifuge';
import { Asker } from './ask.ts';
import { SPOKEN } from './chat.ts';
import { handOf } from './hand.ts';
import { screenOf } from './screens.ts';
import type { Tally } from './tally.ts';
import type { Person, World } from './world.ts';

/**
 * A process that holds everybody's WebSocket by the web app's own client library, `sockets.ts WORLD`, and asks anew for
 * what is on a screen when an event says so, as the web app does.
 */
export interface SocketsReport {
  tally: Tally;
  said: string[];
  connected: number;
  /** connections that ended meanwhile, and came back or not */
  lost: number;
}

const CONNECTING_AT_ONCE = 50;
const TIMEOUT_MS = 30_000;
const world = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as World;
const asker = new Asker();
const url = `${world.socketAddress.replace('http', 'ws')}/connection/websocket`;
const live = new Set<Centrifuge>();
let lost = 0;

const connect = (who: Person, channel: string, hear: (event: RealtimeEvent) => void): Promise<void> => {
  const hand = handOf(asker, world, who, 0);
  const tokenOf = async <T>(path: string, body: unknown): Promise<T> => {
    const { ok, text } = await hand.send('realtime: token', 'POST', path, body);
    if (!ok) throw new Error('no token');
    return JSON.parse(text) as T;
  };
  const getToken = async () =>
    (await tokenOf<{ realtime_token: string }>('/auth/centrifugo/refresh', undefined)).realtime_token;
  const client = new Centrifuge(url, { getToken, websocket: WebSocket, timeout: TIMEOUT_MS });
  let clientID = '';
  client.on('connected', (connected) => {
    clientID = connected.client;
  });
  const subscription = client.newSubscription(channel, {
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
    if (live.delete(client)) lost += 1;
  });
  return new Promise((resolve) => {
    subscription.on('subscribed', () => {
      live.add(client);
      resolve();
    });
    subscription.subscribe();
    client.connect();
  });
};

/** From the moment the message was due to be sent until its arrival at this one socket. */
const noteArrival = (event: RealtimeEvent): void => {
  if (event.type !== 'new_message' || !event.data.text.startsWith(SPOKEN)) return;
  const spokenAt = Number(event.data.text.slice(SPOKEN.length));
  asker.count('realtime: message arrives', performance.timeOrigin + performance.now() - spokenAt);
};

const connectAll = async (): Promise<void> => {
  const everybody = [
    ...world.assistants.map((who, at) => ({
      who,
      screen: screenOf(asker, world, who, at),
      isAssistant: true,
    })),
    ...world.doctors.map((who) => ({ who, screen: screenOf(asker, world, who), isAssistant: false })),
  ];
  for (let from = 0; from < everybody.length; from += CONNECTING_AT_ONCE) {
    const some = everybody.slice(from, from + CONNECTING_AT_ONCE).map(({ who, screen, isAssistant }) =>
      connect(who, isAssistant ? ASSISTANTS_CHANNEL : userChannel(who.accountID), (event) => {
        noteArrival(event);
        screen(event);
      }),
    );
    const late = sleep(TIMEOUT_MS).then(() => 'late');
    if ((await Promise.race([Promise.all(some), late])) === 'late') throw new Error('sockets do not open');
  }
};

process.on('message', () => {
  const report: SocketsReport = { ...asker.take(), connected: live.size, lost };
  lost = 0;
  process.send?.(report);
});
process.on('disconnect', () => process.exit(1));
await connectAll();
process.send?.('ready');
