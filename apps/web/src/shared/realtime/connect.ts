import {
  ASSISTANTS_CHANNEL,
  type RealtimeEvent,
  refreshRealtime,
  subscribeRealtime,
  userChannel,
} from '@snimok/contract/realtime';
import { Centrifuge, UnauthorizedError } from 'centrifuge';
import { call, CallProblem } from '../call.ts';
import { saveRealtimeToken, type Session } from '../session.ts';
import { publish, publishLive, publishMissed } from './events.ts';

/** After the server ended the connection for good; its token may have been an old one. */
const AGAIN_MS = { first: 1_000, longest: 60_000 };

const channelOf = ({ role, userID }: Session): string | undefined =>
  ({ assistant: ASSISTANTS_CHANNEL, doctor: userChannel(userID) })[role];

/** One connection a tab, for as long as the tab lives. */
export function connect(session: Session) {
  const channel = channelOf(session);
  if (!channel) return;
  const centrifuge = new Centrifuge(`${location.origin.replace(/^http/, 'ws')}/connection/websocket`, {
    token: session.realtimeToken,
    getToken: () => orUnauthorized(freshToken()),
  });
  let client = '';
  let pause = AGAIN_MS.first;
  centrifuge.on('connected', (connected) => {
    client = connected.client;
    pause = AGAIN_MS.first;
  });
  centrifuge.on('disconnected', ({ code }) => {
    // 1: the session is over, and with it this page
    if (code === 1) return;
    setTimeout(() => {
      centrifuge.setToken('');
      centrifuge.connect();
    }, pause);
    pause = Math.min(pause * 2, AGAIN_MS.longest);
  });

  const isPrivate = channel.startsWith('$');
  const subscription = centrifuge.newSubscription(
    channel,
    isPrivate ? { getToken: () => orUnauthorized(channelToken(client, channel)) } : {},
  );
  subscription.on('publication', ({ data }) => publish(data as RealtimeEvent));
  subscription.on('subscribed', ({ wasRecovering, recovered }) => {
    publishLive(true);
    if (!(wasRecovering && recovered)) publishMissed();
  });
  subscription.on('subscribing', () => publishLive(false));
  subscription.on('unsubscribed', () => publishLive(false));
  subscription.subscribe();
  centrifuge.connect();
}

async function freshToken(): Promise<string> {
  const { realtime_token: token } = await call(refreshRealtime, {});
  saveRealtimeToken(token);
  return token;
}

async function channelToken(client: string, channel: string): Promise<string> {
  const { channels } = await call(subscribeRealtime, { body: { client, channels: [channel] } });
  return channels.find((one) => one.channel === channel)?.token ?? '';
}

/** The client asks again and again for what failed, but not for what was refused. */
const orUnauthorized = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((reason: unknown) => {
    throw reason instanceof CallProblem && reason.status === 401 ? new UnauthorizedError('') : reason;
  });
