import { ASSISTANTS_CHANNEL, type RealtimeEvent, userChannel } from '@snimok/contract/realtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { after } from '../outside/clock.ts';
import { signConnection, signSubscription } from '../outside/realtime/tokens.ts';
import { cuttableLine } from '../../testing/cuttable.ts';
import { channelToken, freshToken, listener } from '../../testing/listener.ts';
import type { TestServer } from '../../testing/server.ts';
import { until } from '../../testing/until.ts';
import { publish, type Audience } from './publish.ts';
import { sessionName } from './tokens.ts';

/** One that tells itself apart from the others. */
export const studyEvent = (studyID: number): RealtimeEvent => ({
  type: 'study_updated',
  data: { studyID, patientID: 1 },
});
export const publishEvents = ({ context }: TestServer, to: Audience[], ...studyIDs: number[]) =>
  context.db.transaction().execute(async (tx) => {
    for (const studyID of studyIDs) await publish(tx, to, studyEvent(studyID));
  });
export const studyIDsOf = (heard: { data: unknown }[]) =>
  heard.map(({ data }) => (data as { studyID: number }).studyID);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** A token that the portal would have made, of another length. */
export const connectionTokenFor = async ({ context }: TestServer, accountID: number, seconds: number) => {
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

/**
 * What npm's `centrifuge` sees of the portal, whoever tells it: run against the hub of the process, and against a real
 * Centrifugo. `cutMs` is how long a laptop sleeps.
 */
export const testRealtimeBehaviour = (start: () => Promise<TestServer>, disconnectedMs: number): void => {
  const withAssistant = async () => {
    const server = await start();
    const assistant = await server.make.assistant();
    const client = await server.as(assistant);
    const ear = listener(server.address, { token: await freshToken(client) });
    await ear.connected();
    const getToken = () => channelToken(client, ASSISTANTS_CHANNEL);
    return { server, assistant, client, ear, getToken };
  };
  const withDoctor = async (server: TestServer, address = server.address) => {
    const doctor = await server.make.doctor();
    const client = await server.as(doctor);
    const ear = listener(address, { getToken: () => freshToken(client) });
    await ear.connected();
    return { doctor, client, ear, channel: userChannel(doctor.id) };
  };

  test('assistants and a doctor each hear what is for them, and what was rolled back nobody', async () => {
    const { server, ear, getToken } = await withAssistant();
    const { doctor, ear: doctorListener, channel } = await withDoctor(server);
    expect((await ear.subscribe(ASSISTANTS_CHANNEL, getToken)).refused).toBe(0);
    expect((await doctorListener.subscribe(channel)).refused).toBe(0);
    await publishEvents(server, ['assistants'], 1);
    await publishEvents(server, [{ accountID: doctor.id }], 2);
    await expect(
      server.context.db.transaction().execute(async (tx) => {
        await publish(tx, ['assistants', { accountID: doctor.id }], studyEvent(3));
        throw new Error('changed her mind');
      }),
    ).rejects.toThrow('changed her mind');
    await publishEvents(server, ['assistants', { accountID: doctor.id }], 4);
    await until('both to hear', () => ear.heard.length === 2 && doctorListener.heard.length === 2);
    expect(ear.heard).toEqual([studyEvent(1), studyEvent(4)]);
    expect(doctorListener.heard).toEqual([studyEvent(2), studyEvent(4)]);
  });

  test('a channel that one may not read is refused', async () => {
    const { server, ear, assistant, getToken } = await withAssistant();
    const { doctor, client, ear: doctorListener } = await withDoctor(server);
    const { context } = server;
    const forged = (userID: number, channel: string, key = context.secrets.realtime) =>
      signSubscription(key, {
        userID: String(userID),
        channel,
        expiresAt: after(context.clock.now(), 60_000),
      });
    // the portal gives a doctor no token for the assistants' channel, and nobody one for another's
    expect(await channelToken(client, ASSISTANTS_CHANNEL)).toBe('');
    expect(await channelToken(client, userChannel(assistant.id))).toBe('');
    expect(await channelToken(client, userChannel(doctor.id))).not.toBe('');

    const refusedBy = async (one: typeof ear, channel: string, token?: string) => {
      const { subscription, refused } = await one.subscribe(channel, undefined, token);
      one.centrifuge.removeSubscription(subscription);
      return refused;
    };
    expect(await refusedBy(doctorListener, ASSISTANTS_CHANNEL)).toBe(103);
    expect(await refusedBy(doctorListener, userChannel(assistant.id))).toBe(103);
    expect(await refusedBy(ear, userChannel(doctor.id))).toBe(103);
    expect(await refusedBy(doctorListener, 'anything')).toBe(103);
    const otherKey = new TextEncoder().encode('another key of thirty-two letters');
    const tokens = [
      await getToken(),
      await forged(doctor.id, '#1'),
      await forged(doctor.id, ASSISTANTS_CHANNEL, otherKey),
      'not.a.token',
    ];
    const codes = [];
    for (const token of tokens) {
      const one = listener(server.address, { token: await freshToken(client) });
      await one.connected();
      codes.push(await refusedBy(one, ASSISTANTS_CHANNEL, token));
    }
    // a token for somebody or something else is no slip of the client's
    expect(codes).toEqual([3500, 3500, 103, 103]);
    expect(await refusedBy(ear, ASSISTANTS_CHANNEL, await getToken())).toBe(0);
  });

  test('a subscriber can only listen', async () => {
    const { ear, getToken } = await withAssistant();
    const { subscription } = await ear.subscribe(ASSISTANTS_CHANNEL, getToken);
    await expect(subscription.publish({ text: 'от другого' })).rejects.toMatchObject({ code: 103 });
    await expect(subscription.history({ limit: 10 })).rejects.toMatchObject({ code: 103 });
    await expect(subscription.presence()).rejects.toMatchObject({ code: 108 });
    await expect(subscription.presenceStats()).rejects.toMatchObject({ code: 108 });
    await expect(ear.centrifuge.rpc('anything', {})).rejects.toMatchObject({ code: 108 });
    expect(ear.heard).toEqual([]);
  });

  test('a connection without a good token ends, and one whose token is over asks for another', async () => {
    const { server, assistant, client } = await withAssistant();
    const key = new TextEncoder().encode('another key of thirty-two letters');
    const forged = await signConnection(key, {
      userID: String(assistant.id),
      session: 'x',
      expiresAt: after(server.context.clock.now(), 60_000),
    });
    for (const token of ['not.a.token', forged]) {
      const ear = listener(server.address, { token });
      ear.centrifuge.connect();
      await until('the end', () => ear.ends.length > 0);
      expect(ear.ends).toEqual([{ code: 3500, reason: 'invalid token' }]);
    }
    const expired = await connectionTokenFor(server, assistant.id, -60);
    const reconnected = listener(server.address, { token: expired, getToken: () => freshToken(client) });
    await reconnected.connected();
    expect(reconnected.errors).toEqual([109]);
    expect(reconnected.ends).toEqual([]);
  });

  test('everybody hears what many say at once in one and the same order, and all of it', async () => {
    const { server, ear, getToken } = await withAssistant();
    const other = listener(server.address, { getToken: async () => freshToken(await server.as(second)) });
    const second = await server.make.assistant();
    await other.connected();
    await ear.subscribe(ASSISTANTS_CHANNEL, getToken);
    const secondClient = await server.as(second);
    await other.subscribe(ASSISTANTS_CHANNEL, () => channelToken(secondClient, ASSISTANTS_CHANNEL));
    // of one speaker the order is hers; of several it is anybody's, but the same for all
    const publishers = range(0, 5).map(async (publisher) => {
      for (const turn of range(1, 20)) await publishEvents(server, ['assistants'], publisher * 100 + turn);
    });
    await Promise.all(publishers);
    await until('all of it', () => ear.heard.length >= 120 && other.heard.length >= 120);
    expect(studyIDsOf(ear.heard)).toEqual(studyIDsOf(other.heard));
    for (const publisher of range(0, 5)) {
      const received = studyIDsOf(ear.heard).filter((number) => Math.floor(number / 100) === publisher);
      expect(received).toEqual(range(publisher * 100 + 1, publisher * 100 + 20));
    }
  });

  test('what was said while the line was cut is heard afterwards, once and in its order', async () => {
    const { server, ear, getToken } = await withAssistant();
    const line = await cuttableLine(server.address);
    const { doctor, ear: doctorListener, channel } = await withDoctor(server, line.address);
    const { subscribed } = await doctorListener.subscribe(channel);
    await ear.subscribe(ASSISTANTS_CHANNEL, getToken);
    await publishEvents(server, [{ accountID: doctor.id }], 1);
    await until('the first', () => doctorListener.heard.length === 1);
    line.cut();
    await until('the cut to be felt', () => doctorListener.centrifuge.state === 'connecting');
    await publishEvents(server, [{ accountID: doctor.id }, 'assistants'], ...range(2, 11));
    await until('the others to have heard', () => ear.heard.length === 10);
    await sleep(disconnectedMs);
    expect(doctorListener.heard).toHaveLength(1);
    line.mend();
    await until('the missed ones', () => doctorListener.heard.length === 11);
    await publishEvents(server, [{ accountID: doctor.id }], 12);
    await until('the next', () => doctorListener.heard.length === 12);
    expect(studyIDsOf(doctorListener.heard)).toEqual(range(1, 12));
    expect(subscribed.at(-1)).toMatchObject({ wasRecovering: true, recovered: true });
  });

  test('tokens are renewed while the connection stays', async () => {
    const { server, assistant, client } = await withAssistant();
    const { context } = server;
    let renewed = 0;
    // on a busy machine a token of two seconds may be over before it has opened anything
    const ear = await until('somebody to be in with a short token', async () => {
      renewed = 0;
      const one = listener(server.address, {
        token: await connectionTokenFor(server, assistant.id, 2),
        getToken: () => ((renewed += 1), freshToken(client)),
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
    const { subscribed } = await ear.subscribe(ASSISTANTS_CHANNEL, shortToken);
    await until('both tokens to be renewed', () => renewed === 1 && channelTokens === 2);
    await publishEvents(server, ['assistants'], 1);
    await until('her to hear', () => ear.heard.length === 1);
    expect(ear.ends).toEqual([]);
    expect(ear.errors).toEqual([]);
    expect(subscribed).toHaveLength(1);
  });

  test('a portal that stops lets go of its connections, which try to come back', async () => {
    const { server, ear } = await withAssistant();
    await server.app.close();
    await until('the end to be felt', () => ear.centrifuge.state === 'connecting');
  });

  test('who signs out is disconnected at once, and does not come back', async () => {
    const { client, ear, getToken } = await withAssistant();
    await ear.subscribe(ASSISTANTS_CHANNEL, getToken);
    expect((await client.delete('/auth/token')).status).toBe(204);
    await until('the end', () => ear.ends.length > 0);
    expect(ear.ends).toEqual([{ code: 3503, reason: 'force disconnect' }]);
    expect((await client.post('/auth/centrifugo/refresh')).status).toBe(401);
    expect((await client.post('/auth/centrifugo/subscribe', { client: 'x', channels: [] })).status).toBe(401);
  });
};
