import {
  ASSISTANTS_CHANNEL,
  type Heartbeat,
  type RealtimeEvent,
  refreshRealtime,
  subscribeRealtime,
  userChannel,
} from '@snimok/contract/realtime';
import { Centrifuge, UnauthorizedError } from 'centrifuge';
import { call, CallProblem } from '../call.ts';
import { connection } from '../connection/connection.ts';
import { saveRealtimeToken, type Session } from '../session.ts';
import { publish, publishLive, publishMissed } from './events.ts';

/**
 * Delays before a new connection after the server has closed one permanently, for example for an expired
 * token.
 */
const RECONNECT_MS = { first: 1_000, longest: 60_000 };

const channelOf = ({ role, userID }: Session): string | undefined =>
  ({ assistant: ASSISTANTS_CHANNEL, doctor: userChannel(userID) })[role];

/** Opens the connection of this tab, which stays open as long as the tab. */
export function connect(session: Session) {
  const channel = channelOf(session);
  if (!channel) return;
  const centrifuge = new Centrifuge(`${location.origin.replace(/^http/, 'ws')}/connection/websocket`, {
    token: session.realtimeToken,
    getToken: () => orUnauthorized(freshToken()),
  });
  let client = '';
  let delayMs = RECONNECT_MS.first;
  // code 0: the first connection
  centrifuge.on('connecting', ({ code }) => {
    if (code !== 0) void connection.check();
  });
  centrifuge.on('connected', (connected) => {
    connection.answered();
    client = connected.client;
    delayMs = RECONNECT_MS.first;
  });
  centrifuge.on('message', ({ data }) => connection.heartbeat((data as Heartbeat).heartbeatMs));
  centrifuge.on('disconnected', ({ code }) => {
    // code 1 (unauthorized): the session has ended, and the page reloads
    if (code === 1) return;
    setTimeout(() => {
      centrifuge.setToken('');
      centrifuge.connect();
    }, delayMs);
    delayMs = Math.min(delayMs * 2, RECONNECT_MS.longest);
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

/** Centrifuge repeats a failed token request, but not after an `UnauthorizedError`. */
const orUnauthorized = <T>(token: Promise<T>): Promise<T> =>
  token.catch((reason: unknown) => {
    throw reason instanceof CallProblem && reason.status === 401 ? new UnauthorizedError('') : reason;
  });
