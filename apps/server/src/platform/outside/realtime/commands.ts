import type { Identity, Connection, Subscription } from './connection.ts';
import { PING_SECONDS } from './connection.ts';
import {
  type Command,
  Disconnect,
  disconnects,
  Refusal,
  refusals,
  replies,
  type Subscribe,
} from './protocol.ts';
import type { HubBackend } from './realtime.ts';
import { readConnection, readSubscription } from './tokens.ts';

const MAX_SUBSCRIPTIONS = 16;
const MAX_CONNECTIONS_OF_USER = 30;

/** The state of the hub that commands read and change. */
export interface HubState {
  readonly backend: HubBackend;
  /** The number of the last delivered publication. */
  readonly position: number;
  readonly epoch: string;
  addUserConnection(connection: Connection, userID: string): void;
  countConnections(userID: string): number;
  subscribe(connection: Connection, subscription: Subscription): void;
  unsubscribe(connection: Connection, channel: string): void;
}

/** Executes one command of a client and replies to it. */
export const handleCommand = async (
  hub: HubState,
  connection: Connection,
  command: Command,
): Promise<void> => {
  if (!connection.isOpen) return;
  const { id } = command;
  try {
    if (!id) return pong(connection, command);
    const [kind, result] = await execute(hub, connection, command);
    connection.send(replies.result(id, kind, result));
    if (command.subscribe) sendWaiting(connection, command.subscribe.channel);
  } catch (cause) {
    if (cause instanceof Disconnect) connection.close(cause);
    else if (cause instanceof Refusal) connection.send(replies.error(id ?? 0, cause));
    else {
      hub.backend.reportError(cause);
      connection.close(disconnects.serverError());
    }
  }
};

const pong = (connection: Connection, command: Command): void => {
  if (Object.keys(command).some((key) => key !== 'id')) throw disconnects.badRequest();
  connection.receivePong();
};

const execute = async (
  hub: HubState,
  connection: Connection,
  command: Command,
): Promise<[string, object]> => {
  const { connect, subscribe, unsubscribe, refresh, sub_refresh } = command;
  if (connect) return ['connect', await doConnect(hub, connection, connect.token)];
  const { identity } = connection;
  if (!identity) throw disconnects.badRequest();
  if (subscribe) return ['subscribe', await doSubscribe(hub, connection, identity, subscribe)];
  if (unsubscribe) {
    hub.unsubscribe(connection, unsubscribe.channel);
    return ['unsubscribe', {}];
  }
  if (refresh) return ['refresh', await doRefresh(hub, connection, refresh.token)];
  if (sub_refresh) return ['sub_refresh', await doSubRefresh(hub, connection, identity, sub_refresh)];
  throw refusalOf(command);
};

/** The error that Centrifugo gives for commands that are not permitted, not available or unknown. */
const refusalOf = (command: Command): Refusal | Disconnect => {
  if ('publish' in command || 'history' in command) return refusals.permissionDenied();
  const isDisabled = 'presence' in command || 'presence_stats' in command || 'rpc' in command;
  return isDisabled ? refusals.notAvailable() : disconnects.badRequest();
};

const doConnect = async (
  hub: HubState,
  connection: Connection,
  token: string | undefined,
): Promise<object> => {
  if (connection.identity) throw disconnects.badRequest();
  const identity = await authenticate(hub, connection, token ?? '');
  if (hub.countConnections(identity.userID) > MAX_CONNECTIONS_OF_USER) throw disconnects.connectionLimit();
  return {
    client: connection.id,
    version: 'snimok',
    ping: PING_SECONDS,
    pong: true,
    ...expiry(hub, identity.tokenExpiresAt),
  };
};

/** Verifies a connection token and its session, and binds the connection to them. */
const authenticate = async (hub: HubState, connection: Connection, text: string): Promise<Identity> => {
  const { backend } = hub;
  const token = await readConnection(backend.keys, text, backend.now());
  if (token === 'expired') throw refusals.tokenExpired();
  if (token === 'invalid') throw disconnects.invalidToken();
  // the connection may be closed while the token is verified; if it were registered after that, it would never be
  // removed
  if (!connection.isOpen) throw disconnects.badRequest();
  const { userID, session, expiresAt } = token;
  if (connection.identity && connection.identity.userID !== userID) throw disconnects.invalidToken();
  // registered before the lookup of the session, so that the end of the session meanwhile closes this connection too
  const identity = { userID, session, tokenExpiresAt: expiresAt, sessionExpiresAt: expiresAt };
  connection.identity = identity;
  hub.addUserConnection(connection, userID);
  const sessionExpiresAt = await backend.findSessionEnd(token);
  if (!sessionExpiresAt) throw disconnects.invalidToken();
  return Object.assign(identity, { sessionExpiresAt });
};

const expiry = ({ backend }: HubState, expiresAt: Date) => ({
  expires: true,
  ttl: Math.max(1, Math.floor((expiresAt.getTime() - backend.now().getTime()) / 1000)),
});

const doRefresh = async (hub: HubState, connection: Connection, token: string): Promise<object> => {
  const identity = await authenticate(hub, connection, token);
  return { client: connection.id, version: 'snimok', ...expiry(hub, identity.tokenExpiresAt) };
};

const doSubscribe = async (
  hub: HubState,
  connection: Connection,
  identity: Identity,
  { channel, token, recover, offset, epoch }: Subscribe,
): Promise<object> => {
  if (connection.subscriptions.has(channel)) throw refusals.alreadySubscribed();
  if (connection.subscriptions.size >= MAX_SUBSCRIPTIONS) throw refusals.limitExceeded();
  const expiresAt = await readableUntil(hub, identity, channel, token);
  const subscription: Subscription = { channel, offset: hub.position, waiting: [], expiresAt };
  hub.subscribe(connection, subscription);
  const terms = {
    recoverable: true,
    positioned: true,
    epoch: hub.epoch,
    ...(expiresAt && expiry(hub, expiresAt)),
  };
  if (!recover) return { ...terms, offset: subscription.offset };
  const { position } = hub;
  const missed = await findMissed(hub, connection, { channel, offset, epoch }, position);
  if (missed === null) return { ...terms, offset: position, was_recovering: true };
  subscription.offset = Math.max(offset, position);
  const publications = missed.map(({ number, event }) => ({ offset: number, data: event }));
  // `offset` is the client's old one: the client advances it with each recovered publication
  return { ...terms, offset, was_recovering: true, recovered: true, publications };
};

/**
 * The time until which a user may read a channel. Null for the user's own channel `#id`, which is readable until the
 * connection ends. For any other channel, the expiry of the subscription token. Throws if the token does not permit
 * the channel.
 */
const readableUntil = async (
  { backend }: HubState,
  { userID }: Identity,
  channel: string,
  text: string | undefined,
): Promise<Date | null> => {
  if (channel === `#${userID}`) return null;
  if (!text) throw refusals.permissionDenied();
  const token = await readSubscription(backend.keys, text, backend.now());
  if (token === 'expired') throw refusals.tokenExpired();
  if (token === 'invalid') throw refusals.permissionDenied();
  if (token.channel !== channel || token.userID !== userID) throw disconnects.invalidToken();
  return token.expiresAt;
};

const findMissed = async (
  hub: HubState,
  connection: Connection,
  { channel, offset, epoch }: Pick<Subscribe, 'channel' | 'offset' | 'epoch'>,
  position: number,
) => {
  if (epoch !== hub.epoch) return null;
  try {
    return await hub.backend.listMissed(channel, offset, position);
  } catch (cause) {
    hub.unsubscribe(connection, channel);
    hub.backend.reportError(cause);
    throw refusals.internal();
  }
};

/** Sends what was published while the reply to `subscribe` was prepared. */
const sendWaiting = (connection: Connection, channel: string): void => {
  const subscription = connection.subscriptions.get(channel);
  const waiting = subscription?.waiting ?? [];
  if (!subscription) return;
  subscription.waiting = null;
  for (const { number, frame } of waiting) connection.publish(subscription, number, frame);
};

const doSubRefresh = async (
  hub: HubState,
  connection: Connection,
  identity: Identity,
  { channel, token }: { channel: string; token: string },
): Promise<object> => {
  const subscription = connection.subscriptions.get(channel);
  if (!subscription) throw refusals.permissionDenied();
  const expiresAt = await readableUntil(hub, identity, channel, token);
  if (!expiresAt) return {};
  subscription.expiresAt = expiresAt;
  return expiry(hub, expiresAt);
};
