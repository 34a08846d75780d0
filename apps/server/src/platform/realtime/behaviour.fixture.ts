import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/platform/realtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { after } from '../time-and-sizes/clock.ts';
import { signConnection, signSubscription } from '../outside/realtime/tokens.ts';
import { startTCPProxy } from '../../testing/requests-and-waiting/tcp-proxy.ts';
import { channelToken, newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { publish, type Audience } from './publish.ts';
import { sessionName } from './tokens.ts';

/** An event that the tests recognize by its study id. */
const studyEvent = (studyID: number): RealtimeEvent => ({
  type: 'study_updated',
  data: { studyID, patientID: 1 },
});
/** Publishes one event for each study id, in one transaction. */
export const publishEvents = ({ context }: TestServer, to: Audience[], ...studyIDs: number[]) =>
  context.db.transaction().execute(async (tx) => {
    for (const studyID of studyIDs) await publish(tx, to, studyEvent(studyID));
  });
export const studyIDsOf = (events: { data: unknown }[]) =>
  events.map(({ data }) => (data as { studyID: number }).studyID);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A connection token like the portal's, with another lifetime. */
const connectionTokenFor = async ({ context }: TestServer, accountID: number, seconds: number) => {
  const { tokenHash } = await context.db
    .selectFrom('sessions')
    .select('tokenHash')
    .where('accountID', '=', accountID)
    .executeTakeFirstOrThrow();
  return signConnection(context.secrets.realtime, {
    userID: String(accountID),
    session: sessionName(tokenHash),
    expiresAt: after(context.clock.now(), seconds * 1000),
  });
};

type Start = () => Promise<TestServer>;

const startWithAssistant = async (start: Start) => {
  const server = await start();
  const assistant = await server.make.assistant();
  const client = await server.as(assistant);
  const assistantListener = realtimeClient(server.address, { token: await newConnectionToken(client) });
  await assistantListener.connected();
  const getToken = () => channelToken(client, ASSISTANTS_CHANNEL);
  return { server, assistant, client, assistantListener, getToken };
};
const connectDoctor = async (server: TestServer, address = server.address) => {
  const doctor = await server.make.doctor();
  const client = await server.as(doctor);
  const doctorListener = realtimeClient(address, { getToken: () => newConnectionToken(client) });
  await doctorListener.connected();
  return { doctor, client, doctorListener, channel: userChannel(doctor.id) };
};

/** A server, and a doctor who is subscribed to the channel of her account. */
export const startWithDoctor = async () => {
  const server = await startServer();
  const { doctorListener, channel, ...made } = await connectDoctor(server);
  const { subscribed } = await doctorListener.subscribe(channel);
  return { server, ...made, doctorListener, subscribed, to: [{ accountID: made.doctor.id }] };
};

const testPermissions = (start: Start): void => {
  test('a subscription to a channel that the actor may not read is refused', async () => {
    const { server, assistantListener, assistant, getToken } = await startWithAssistant(start);
    const { doctor, client, doctorListener } = await connectDoctor(server);
    const { context } = server;
    const forged = (userID: number, channel: string, keys = context.secrets.realtime) =>
      signSubscription(keys, {
        userID: String(userID),
        channel,
        expiresAt: after(context.clock.now(), 60_000),
      });
    // the portal gives a doctor no token for a channel other than her own
    expect(await channelToken(client, ASSISTANTS_CHANNEL)).toBe('');
    expect(await channelToken(client, userChannel(assistant.id))).toBe('');
    expect(await channelToken(client, userChannel(doctor.id))).not.toBe('');

    const refusalOf = async (one: typeof assistantListener, channel: string, token?: string) => {
      const { subscription, refusalCode } = await one.subscribe(channel, undefined, token);
      one.centrifuge.removeSubscription(subscription);
      return refusalCode;
    };
    expect(await refusalOf(doctorListener, ASSISTANTS_CHANNEL)).toBe(103);
    expect(await refusalOf(doctorListener, userChannel(assistant.id))).toBe(103);
    expect(await refusalOf(assistantListener, userChannel(doctor.id))).toBe(103);
    expect(await refusalOf(doctorListener, 'anything')).toBe(103);
    const otherKeys = [Buffer.from('another key of thirty-two letters')] as const;
    const tokens = [
      await getToken(),
      await forged(doctor.id, '#1'),
      await forged(doctor.id, ASSISTANTS_CHANNEL, otherKeys),
      'not.a.token',
    ];
    const codes = [];
    for (const token of tokens) {
      const one = realtimeClient(server.address, { token: await newConnectionToken(client) });
      await one.connected();
      codes.push(await refusalOf(one, ASSISTANTS_CHANNEL, token));
    }
    // a token for another user or channel is not a client's mistake, so the client is disconnected (3500)
    expect(codes).toEqual([3500, 3500, 103, 103]);
    expect(await refusalOf(assistantListener, ASSISTANTS_CHANNEL, await getToken())).toBe(0);
  });

  test('a subscriber cannot publish, read history or presence, or call procedures', async () => {
    const { assistantListener, getToken } = await startWithAssistant(start);
    const { subscription } = await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken);
    await expect(subscription.publish({ text: 'от другого' })).rejects.toMatchObject({ code: 103 });
    await expect(subscription.history({ limit: 10 })).rejects.toMatchObject({ code: 103 });
    await expect(subscription.presence()).rejects.toMatchObject({ code: 108 });
    await expect(subscription.presenceStats()).rejects.toMatchObject({ code: 108 });
    await expect(assistantListener.centrifuge.rpc('anything', {})).rejects.toMatchObject({ code: 108 });
    expect(assistantListener.events).toEqual([]);
  });
};

const testOrderAndRecovery = (start: Start, disconnectedMs: number): void => {
  test('events published concurrently arrive completely and in the same order at every client', async () => {
    const { server, assistantListener, getToken } = await startWithAssistant(start);
    const other = realtimeClient(server.address, {
      getToken: async () => newConnectionToken(await server.as(second)),
    });
    const second = await server.make.assistant();
    await other.connected();
    await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken);
    const secondClient = await server.as(second);
    await other.subscribe(ASSISTANTS_CHANNEL, () => channelToken(secondClient, ASSISTANTS_CHANNEL));
    // the order among publishers is arbitrary but the same for all clients; each publisher's own order is kept
    const publishers = range(0, 5).map(async (publisher) => {
      for (const turn of range(1, 20)) await publishEvents(server, ['assistants'], publisher * 100 + turn);
    });
    await Promise.all(publishers);
    await until('all events', () => assistantListener.events.length >= 120 && other.events.length >= 120);
    expect(studyIDsOf(assistantListener.events)).toEqual(studyIDsOf(other.events));
    for (const publisher of range(0, 5)) {
      const received = studyIDsOf(assistantListener.events).filter(
        (number) => Math.floor(number / 100) === publisher,
      );
      expect(received).toEqual(range(publisher * 100 + 1, publisher * 100 + 20));
    }
  });

  test('events published while a client was disconnected arrive afterwards, once and in order', async () => {
    const { server, assistantListener, getToken } = await startWithAssistant(start);
    const line = await startTCPProxy(server.address);
    const { doctor, doctorListener, channel } = await connectDoctor(server, line.address);
    const { subscribed } = await doctorListener.subscribe(channel);
    await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken);
    await publishEvents(server, [{ accountID: doctor.id }], 1);
    await until('the first event', () => doctorListener.events.length === 1);
    line.disconnect();
    await until(
      'the client to notice the disconnection',
      () => doctorListener.centrifuge.state === 'connecting',
    );
    await publishEvents(server, [{ accountID: doctor.id }, 'assistants'], ...range(2, 11));
    await until('the other client to receive its events', () => assistantListener.events.length === 10);
    await sleep(disconnectedMs);
    expect(doctorListener.events).toHaveLength(1);
    line.reconnect();
    await until('the missed events', () => doctorListener.events.length === 11);
    await publishEvents(server, [{ accountID: doctor.id }], 12);
    await until('the next event', () => doctorListener.events.length === 12);
    expect(studyIDsOf(doctorListener.events)).toEqual(range(1, 12));
    expect(subscribed.at(-1)).toMatchObject({ wasRecovering: true, recovered: true });
  });
};

const testConnectionLifetime = (start: Start): void => {
  test('an invalid token ends the connection, and an expired token is replaced', async () => {
    const { server, assistant, client } = await startWithAssistant(start);
    const keys = [Buffer.from('another key of thirty-two letters')] as const;
    const forged = await signConnection(keys, {
      userID: String(assistant.id),
      session: 'x',
      expiresAt: after(server.context.clock.now(), 60_000),
    });
    for (const token of ['not.a.token', forged]) {
      const assistantListener = realtimeClient(server.address, { token });
      assistantListener.centrifuge.connect();
      await until('the disconnection', () => assistantListener.disconnects.length > 0);
      expect(assistantListener.disconnects).toEqual([{ code: 3500, reason: 'invalid token' }]);
    }
    const expired = await connectionTokenFor(server, assistant.id, -60);
    const reconnected = realtimeClient(server.address, {
      token: expired,
      getToken: () => newConnectionToken(client),
    });
    await reconnected.connected();
    expect(reconnected.errors).toEqual([109]);
    expect(reconnected.disconnects).toEqual([]);
  });

  test('tokens are renewed without reconnecting', async () => {
    const { server, assistant, client } = await startWithAssistant(start);
    const { context } = server;
    let renewed = 0;
    // on a busy machine a token of two seconds may expire before the connection is open
    const assistantListener = await until('a connection with a short token', async () => {
      renewed = 0;
      const one = realtimeClient(server.address, {
        token: await connectionTokenFor(server, assistant.id, 2),
        getToken: () => ((renewed += 1), newConnectionToken(client)),
      });
      await one.connected();
      if (one.errors.length === 0) return one;
      one.centrifuge.disconnect();
      return null;
    });
    let channelTokens = 0;
    const shortToken = () => {
      channelTokens += 1;
      const expiresAt = after(context.clock.now(), channelTokens === 1 ? 2_000 : 60_000);
      return signSubscription(context.secrets.realtime, {
        userID: String(assistant.id),
        channel: ASSISTANTS_CHANNEL,
        expiresAt,
      });
    };
    const { subscribed } = await assistantListener.subscribe(ASSISTANTS_CHANNEL, shortToken);
    await until('both tokens to be renewed', () => renewed === 1 && channelTokens === 2);
    await publishEvents(server, ['assistants'], 1);
    await until('the event', () => assistantListener.events.length === 1);
    expect(assistantListener.disconnects).toEqual([]);
    expect(assistantListener.errors).toEqual([]);
    expect(subscribed).toHaveLength(1);
  });

  test('a portal that stops closes its connections, and the clients try to reconnect', async () => {
    const { server, assistantListener } = await startWithAssistant(start);
    await server.app.close();
    await until(
      'the client to notice the disconnection',
      () => assistantListener.centrifuge.state === 'connecting',
    );
  });

  test('an assistant who signs out is disconnected at once and cannot reconnect', async () => {
    const { client, assistantListener, getToken } = await startWithAssistant(start);
    await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken);
    expect((await client.delete('/auth/token')).status).toBe(204);
    await until('the disconnection', () => assistantListener.disconnects.length > 0);
    expect(assistantListener.disconnects).toEqual([{ code: 3503, reason: 'force disconnect' }]);
    expect((await client.post('/auth/centrifugo/refresh')).status).toBe(401);
    expect((await client.post('/auth/centrifugo/subscribe', { client: 'x', channels: [] })).status).toBe(401);
  });
};

/**
 * Tests what npm's `centrifuge` receives from the portal, both from the built-in hub and from a real Centrifugo.
 * `disconnectedMs` is how long a client stays disconnected before it recovers.
 */
export const testRealtimeBehaviour = (start: Start, disconnectedMs: number): void => {
  test('assistants and a doctor each receive their own events, and none of a transaction that was rolled back', async () => {
    const { server, assistantListener, getToken } = await startWithAssistant(start);
    const { doctor, doctorListener, channel } = await connectDoctor(server);
    expect((await assistantListener.subscribe(ASSISTANTS_CHANNEL, getToken)).refusalCode).toBe(0);
    expect((await doctorListener.subscribe(channel)).refusalCode).toBe(0);
    await publishEvents(server, ['assistants'], 1);
    await publishEvents(server, [{ accountID: doctor.id }], 2);
    await expect(
      server.context.db.transaction().execute(async (tx) => {
        await publish(tx, ['assistants', { accountID: doctor.id }], studyEvent(3));
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await publishEvents(server, ['assistants', { accountID: doctor.id }], 4);
    await until(
      'both to receive their events',
      () => assistantListener.events.length === 2 && doctorListener.events.length === 2,
    );
    expect(assistantListener.events).toEqual([studyEvent(1), studyEvent(4)]);
    expect(doctorListener.events).toEqual([studyEvent(2), studyEvent(4)]);
  });

  testPermissions(start);
  testOrderAndRecovery(start, disconnectedMs);
  testConnectionLifetime(start);
};
