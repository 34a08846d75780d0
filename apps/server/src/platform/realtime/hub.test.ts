import { userChannel } from '@snimok/contract/platform/realtime';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildApp } from '../../entry/app.ts';
import { cleanUp } from '../../entry/clean-up.ts';
import { newConnectionToken, realtimeClient } from '../../testing/callers/realtime-client.ts';
import { listenOnFreedPort } from '../../testing/requests-and-waiting/free-port.ts';
import type { TestServer } from '../../testing/portal/server.ts';
import { startTCPProxy } from '../../testing/requests-and-waiting/tcp-proxy.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { publishEvents, startWithDoctor, studyIDsOf } from './behaviour.fixture.ts';
import { enqueue } from '../jobs/jobs.ts';
import { sweepPublications } from './queries.ts';

/** A second server on the same database. It acts like a second API process. */
const secondProcess = async ({ context }: TestServer) => {
  const app = buildApp(context);
  return { app, address: await app.listen({ host: '127.0.0.1', port: 0 }) };
};

test('two API processes send their clients the same events and disconnect an ended session', async () => {
  const { server, doctor, client, doctorListener, to } = await startWithDoctor();
  const { app, address } = await secondProcess(server);
  const other = realtimeClient(address, { getToken: () => newConnectionToken(client) });
  await other.connected();
  await other.subscribe(userChannel(doctor.id));
  await Promise.all([1, 2, 3, 4, 5].map((number) => publishEvents(server, to, number * 10, number * 10 + 1)));
  await until(
    'both clients to receive all events',
    () => doctorListener.events.length === 10 && other.events.length === 10,
  );
  expect(studyIDsOf(doctorListener.events)).toEqual(studyIDsOf(other.events));
  await client.delete('/auth/token');
  await until(
    'both disconnections',
    () => doctorListener.disconnects.length === 1 && other.disconnects.length === 1,
  );
  expect(other.disconnects).toEqual([{ code: 3503, reason: 'force disconnect' }]);
  await app.close();
});

test('a client whose process stopped continues at the same offset with the next process', async () => {
  const { server, doctor, client, to } = await startWithDoctor();
  const first = await secondProcess(server);
  const doctorListener = realtimeClient(first.address, { getToken: () => newConnectionToken(client) });
  await doctorListener.connected();
  const { subscribed } = await doctorListener.subscribe(userChannel(doctor.id));
  await publishEvents(server, to, 1);
  await until('the first event', () => doctorListener.events.length === 1);
  const port = Number(new URL(first.address).port);
  await first.app.close();
  await until(
    'the client to notice the disconnection',
    () => doctorListener.centrifuge.state === 'connecting',
  );
  await publishEvents(server, to, 2, 3);
  const second = await listenOnFreedPort(async () => {
    const app = buildApp(server.context);
    await app.listen({ host: '127.0.0.1', port });
    return app;
  });
  await until('the other events', () => doctorListener.events.length === 3);
  expect(studyIDsOf(doctorListener.events)).toEqual([1, 2, 3]);
  expect(subscribed.at(-1)).toMatchObject({ wasRecovering: true, recovered: true });
  await second.close();
});

test('a doctor who signs out on one computer stays connected on the other', async () => {
  const { server, doctor, client, doctorListener, to } = await startWithDoctor();
  const elsewhere = await server.as(doctor);
  const other = realtimeClient(server.address, { getToken: () => newConnectionToken(elsewhere) });
  await other.connected();
  await other.subscribe(userChannel(doctor.id));
  await client.delete('/auth/token');
  await until('the disconnection', () => doctorListener.disconnects.length === 1);
  await publishEvents(server, to, 1);
  await until('the other client to receive the event', () => other.events.length === 1);
  expect(other.disconnects).toEqual([]);
});

test('a client that was disconnected for longer than publications are kept misses them and gets the later ones', async () => {
  const { server, doctor, client, to } = await startWithDoctor();
  const line = await startTCPProxy(server.address);
  const doctorListener = realtimeClient(line.address, { getToken: () => newConnectionToken(client) });
  await doctorListener.connected();
  const { subscribed } = await doctorListener.subscribe(userChannel(doctor.id));
  await publishEvents(server, to, 1);
  await until('the first event', () => doctorListener.events.length === 1);
  line.disconnect();
  await until(
    'the client to notice the disconnection',
    () => doctorListener.centrifuge.state === 'connecting',
  );
  await publishEvents(server, to, 2);
  await publishEvents(server, ['assistants'], 3);
  const { db } = server.context;
  await until('the publications to be numbered', async () => {
    const waiting = await db.selectFrom('publications').select('id').where('number', 'is', null).execute();
    return waiting.length === 0;
  });
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await sweepPublications(db);
  expect(await db.selectFrom('publications').selectAll().execute()).toEqual([]);
  line.reconnect();
  await until('the new subscription', () => subscribed.length === 2);
  expect(subscribed[1]).toMatchObject({ wasRecovering: true, recovered: false });
  await publishEvents(server, to, 4);
  await until('the next event', () => doctorListener.events.length === 2);
  expect(studyIDsOf(doctorListener.events)).toEqual([1, 4]);
});

test('a client is recovered if nothing of its channel was deleted, however long ago its last event was', async () => {
  const { server, doctor, client, doctorListener, subscribed, to } = await startWithDoctor();
  await publishEvents(server, to, 1);
  await until('the first event', () => doctorListener.events.length === 1);
  const { db } = server.context;
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await sweepPublications(db);
  const { offset, epoch } = { offset: subscribed[0]?.streamPosition?.offset ?? 0, epoch: 'another' };
  const late = realtimeClient(server.address, { getToken: () => newConnectionToken(client) });
  await late.connected();
  const swept = await db.selectFrom('sweptChannels').select('lastNumber').executeTakeFirstOrThrow();
  const recover = (since: { offset: number; epoch: string }) => {
    const subscription = late.centrifuge.newSubscription(userChannel(doctor.id), { since });
    const subscribed = new Promise<boolean>((resolve) => {
      subscription.on('subscribed', ({ recovered }) => resolve(recovered));
    });
    subscription.subscribe();
    return subscribed.finally(() => late.centrifuge.removeSubscription(subscription));
  };
  const stream = await db.selectFrom('realtimeStream').select('epoch').executeTakeFirstOrThrow();
  expect(await recover({ offset: swept.lastNumber, epoch: stream.epoch })).toBe(true);
  expect(await recover({ offset, epoch: stream.epoch })).toBe(false);
  expect(await recover({ offset: swept.lastNumber, epoch })).toBe(false);
  // a client has such an offset after the database was restored from a backup
  expect(await recover({ offset: swept.lastNumber + 1000, epoch: stream.epoch })).toBe(false);
});

test('no event is lost when the listener loses its database connection', async () => {
  const { server, doctorListener, to } = await startWithDoctor();
  const { db } = server.context;
  await publishEvents(server, to, 1);
  await until('the first event', () => doctorListener.events.length === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where query like 'listen%' and datname = current_database()`.execute(db);
  await publishEvents(server, to, 2);
  await until('the second event', () => doctorListener.events.length === 2);
  await publishEvents(server, to, 3);
  await until('the third event', () => doctorListener.events.length === 3);
  expect(studyIDsOf(doctorListener.events)).toEqual([1, 2, 3]);
});

test('an expired session is disconnected', async () => {
  const { server, doctorListener } = await startWithDoctor();
  server.clock.advance(server.context.config.sessionMaxAgeMs + 1000);
  await until('the disconnection', () => doctorListener.centrifuge.state !== 'connected');
  await until(
    'the refusal of a new connection',
    () => doctorListener.errors.length > 0 || doctorListener.disconnects.length > 0,
  );
});

test('the worker deletes publications that are too old to recover', async () => {
  const { server, to } = await startWithDoctor();
  const { db } = server.context;
  await publishEvents(server, to, 1);
  await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(db);
  await server.work();
  await enqueue(db, cleanUp, {});
  await until('the deletion', async () => {
    const left = await db.selectFrom('publications').select('id').execute();
    return left.length === 0;
  });
});
