import {
  ASSISTANTS_CHANNEL,
  type Heartbeat,
  type RealtimeEvent,
  refreshRealtime,
  subscribeRealtime,
  userChannel,
} from '@snimok/contract/platform/realtime';
import { Centrifuge, UnauthorizedError } from 'centrifuge';
import { call, CallProblem } from '../calls/call.ts';
import { connection } from '../connection/connection.ts';
import { saveRealtimeToken, type Session } from '../session/session.ts';
import { onSignedInAgain } from '../session/sign-in-over-page.ts';
import { Delivery } from './delivery.ts';
import { onEvent, publish } from './events.ts';

/**
 * Delays before a new connection after the server has closed one permanently, for example for an expired
 * token.
 */
const RECONNECT_MS = { first: 1_000, longest: 60_000 };

const channelsOf = ({ role, userID }: Session): string[] => {
  if (role === 'assistant') return [ASSISTANTS_CHANNEL, userChannel(userID)];
  return role === 'doctor' ? [userChannel(userID)] : [];
};

/** Opens the connection of this tab, which stays open as long as the tab. */
export function connect(session: Session) {
  const channels = channelsOf(session);
  if (channels.length === 0) return;
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
    // code 1 (unauthorized): the session has ended, and the page reloads or asks for a new sign-in
    if (code === 1) return;
    setTimeout(() => {
      centrifuge.setToken('');
      centrifuge.connect();
    }, delayMs);
    delayMs = Math.min(delayMs * 2, RECONNECT_MS.longest);
  });

  const delivery = new Delivery(channels);
  for (const channel of channels) {
    const isPrivate = channel.startsWith('$');
    const getToken = async () => {
      const { token, isSubstituted } = await orUnauthorized(channelToken(client, channel));
      delivery.substitute(channel, isSubstituted);
      return token;
    };
    const subscription = centrifuge.newSubscription(channel, isPrivate ? { getToken } : {});
    subscription.on('publication', ({ data }) => publish(data as RealtimeEvent));
    subscription.on('subscribed', ({ wasRecovering, recovered }) =>
      delivery.begin(channel, { complete: wasRecovering && recovered }),
    );
    subscription.on('subscribing', () => delivery.end(channel));
    subscription.on('unsubscribed', () => delivery.end(channel));
    // the account may have got the right to read the channel
    if (isPrivate) onEvent('account_changed', () => subscription.subscribe());
    onSignedInAgain(() => subscription.subscribe());
    subscription.subscribe();
  }
  onSignedInAgain(() => {
    centrifuge.setToken('');
    centrifuge.connect();
  });
  centrifuge.connect();
}

async function freshToken(): Promise<string> {
  const { realtime_token: token } = await call(refreshRealtime, {});
  saveRealtimeToken(token);
  return token;
}

/** The token is empty if the account may not read the channel. */
async function channelToken(client: string, channel: string) {
  const { channels, eventsOnOwnChannel } = await call(subscribeRealtime, {
    body: { client, channels: [channel] },
  });
  const token = channels.find((one) => one.channel === channel)?.token ?? '';
  return { token, isSubstituted: token === '' && eventsOnOwnChannel === true };
}

/** Centrifuge repeats a failed token request, but not after an `UnauthorizedError`. */
const orUnauthorized = <T>(token: Promise<T>): Promise<T> =>
  token.catch((reason: unknown) => {
    throw reason instanceof CallProblem && reason.status === 401 ? new UnauthorizedError('') : reason;
  });
