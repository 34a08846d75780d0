import { userChannel } from '@snimok/contract/platform/realtime';
import { getPanoramaValues } from '@snimok/contract/studies/panorama';
import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { publishEvents, startWithDoctor, studyIDsOf } from '../../../platform/realtime/behaviour.fixture.ts';
import { sweepPublications } from '../../../platform/realtime/queries.ts';
import { remakePanoramaOf } from '../../../studies/panorama/remake-panorama.ts';
import { makeScan } from '../../../testing/scans/panorama.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { newConnectionToken, realtimeClient } from '../../../testing/callers/realtime-client.ts';
import { startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

test('the history records no download that was refused', async () => {
  const server = await startServer();
  const doctor = await server.make.doctor();
  const { patientID, studyID } = await server.make.study({ doctor, status: 'archived' });
  const assistant = await server.as(await server.make.assistant());
  const owner = await server.as(doctor);
  expect((await assistant.get(`/assistant/studies/${studyID}/download`)).status).toBe(409);
  const own = await owner.get(`/doctor/patients/${patientID}/studies/${studyID}/download`);
  expect(own.status).toBe(409);
  const { auditBuffer, db } = server.context;
  await auditBuffer.flush();
  const recorded = db.selectFrom('auditEvents').select('id').where('action', '=', 'study.download');
  expect(await recorded.execute()).toEqual([]);
});

test('an upload is not locked while the store begins a multipart upload', async () => {
  const server = await startServer();
  const { studyID } = await server.make.study();
  const assistant = await server.as(await server.make.assistant());
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const { parts } = server.context.storage;
  const begin = parts.begin.bind(parts);
  const called = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  vi.spyOn(parts, 'begin').mockImplementation(async (key) => {
    called.resolve();
    await answered.promise;
    return begin(key);
  });
  const file = { filename: 'скан.zip', filesize: PARTS_FROM_BYTES, inParts: true };
  const registered = assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
  await called.promise;
  const { rows } = await sql`select 1 from uploads where uuid = ${uploadUUID} for update nowait`.execute(
    server.context.db,
  );
  expect(rows).toHaveLength(1);
  answered.resolve();
  expect((await registered).status).toBe(200);
});

test('simultaneous registrations of a file continue one multipart upload, and no other remains', async () => {
  const server = await startServer();
  const { studyID } = await server.make.study();
  const assistant = await server.as(await server.make.assistant());
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const { parts } = server.context.storage;
  const begin = parts.begin.bind(parts);
  const begun: { key: string; partsID: string }[] = [];
  const both = Promise.withResolvers<void>();
  vi.spyOn(parts, 'begin').mockImplementation(async (key) => {
    const partsID = (await begin(key)) ?? '';
    begun.push({ key, partsID });
    if (begun.length === 2) both.resolve();
    await both.promise;
    return partsID;
  });
  const file = { filename: 'скан.zip', filesize: PARTS_FROM_BYTES, inParts: true };
  const register = () => assistant.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
  const replies = await Promise.all([register(), register()]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  const { key, partsID } = await server.context.db
    .selectFrom('uploadFiles')
    .select(['key', 'partsID'])
    .executeTakeFirstOrThrow();
  const sizes = { sizeBytes: PARTS_FROM_BYTES, partBytes: 8 * 1024 ** 2 };
  const listed = await Promise.all(begun.map((object) => parts.list({ ...object, ...sizes })));
  expect(begun.filter((_, i) => listed[i] !== null)).toEqual([{ key, partsID }]);
});

test('a publication that was not delivered for an hour is delivered, not deleted', async () => {
  const { server, doctor, client, doctorListener, to } = await startWithDoctor();
  doctorListener.centrifuge.disconnect();
  const { db } = server.context;
  await db.transaction().execute(async (tx) => {
    // holds the stream's row, so that no process can number the publication
    await sql`select from realtime_stream for update`.execute(tx);
    await publishEvents(server, to, 7);
    await sql`update publications set announced_at = now() - interval '61 minutes'`.execute(tx);
    await sweepPublications(tx);
  });
  const waiting = db
    .selectFrom('publications')
    .select('number')
    .where('channel', '=', userChannel(doctor.id));
  await until('the number of the publication', async () =>
    (await waiting.execute()).some(({ number }) => number !== null),
  );
  const late = realtimeClient(server.address, { getToken: () => newConnectionToken(client) });
  await late.connected();
  const { epoch } = await db.selectFrom('realtimeStream').select('epoch').executeTakeFirstOrThrow();
  const subscription = late.centrifuge.newSubscription(userChannel(doctor.id), {
    since: { offset: 0, epoch },
  });
  const events: { data: unknown }[] = [];
  subscription.on('publication', ({ data }) => events.push(data as { data: unknown }));
  subscription.subscribe();
  await until('the publication', () => events.length === 1);
  expect(studyIDsOf(events)).toEqual([7]);
});

test('a panorama job gives up at once if the study was archived after the request', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID, objectID } = await makeScan(server);
  const { db, storage } = server.context;
  expect((await assistant.post(`/assistant/studies/${studyID}/panorama`, {})).status).toBe(200);
  const [job] = await listJobs<{ objectID: string; wishID: string }>(db, { task: 'make-panorama' });
  await db.updateTable('objects').set({ place: 'cold' }).where('id', '=', objectID).execute();
  const { signal } = new AbortController();
  await remakePanoramaOf(server.context, job!.payload, signal);
  // this time the object is archived between the query and the read
  await db.updateTable('objects').set({ place: 'warm' }).where('id', '=', objectID).execute();
  vi.spyOn(storage, 'localPath').mockImplementationOnce(async (key: string, folder: string) => {
    await db.updateTable('objects').set({ place: 'cold' }).where('id', '=', objectID).execute();
    await storage.remove(key);
    return storage.localPath(key, folder);
  });
  await remakePanoramaOf(server.context, job!.payload, signal);
});

test('a request for a panorama that is being replaced returns the new one', async () => {
  const server = await startServer();
  const assistant = await server.as(await server.make.assistant());
  const { studyID, objectID } = await makeScan(server);
  const { db, storage } = server.context;
  const read = storage.read.bind(storage);
  vi.spyOn(storage, 'read').mockImplementationOnce(async (key) => {
    const replacing = `${key.slice(0, -4)}-2.png`;
    await storage.put(replacing, await read(key));
    await db.updateTable('objectPictures').set({ key: replacing }).where('key', '=', key).execute();
    await storage.remove(key);
    return read(key);
  });
  const path = getPanoramaValues.url.replace(':studyID', String(studyID));
  const reply = await fetch(`${server.address}/api/1${path}`, { headers: { cookie: assistant.cookie } });
  expect([reply.status, await reply.text()]).toEqual([200, 'PNG']);
  expect(objectID).toBeTruthy();
});
