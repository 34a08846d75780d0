import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { panoramicImage } from '@snimok/imaging/dicom/images';
import { downloadExternalStudy } from '@snimok/contract/viewing/external-shares';
import { registerFile } from '@snimok/contract/studies/uploads';
import { downloadStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { HOUR_MS } from '../../../platform/time-and-sizes/duration.ts';
import { FORMAT } from '../../../studies/renditions/queries.ts';
import { createTokenWith } from '../../../testing/callers/api-token.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { storeStudyFiles } from '../../../testing/scans/dicom-object.ts';
import type { Account } from '../../../testing/portal/make.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import { startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { LARGE_BYTES, openConnection, openSlowReader } from '../../../testing/portal/slow-reader.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

const STUDY = '2.25.1001';
const SIDE = 4096;

/** One radiograph of 4096 × 4096 random pixels, which no encoding makes smaller. */
const largeRadiograph = () => {
  const random = randomBytes(SIDE * SIDE * 2);
  const bytes = panoramicImage(
    {
      patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' },
      takenOn: '2026-11-21',
      studyInstanceUID: STUDY,
      seriesInstanceUID: '2.25.1004',
      seriesNumber: 1,
      seriesDescription: 'ОПТГ',
      manufacturer: 'Снимок',
      model: 'Проба',
    },
    {
      sopInstanceUID: '2.25.3',
      rows: SIDE,
      columns: SIDE,
      values: new Uint16Array(random.buffer, random.byteOffset, SIDE * SIDE),
      imagerPixelSpacingMm: [0.1, 0.1],
    },
  );
  return { filename: 'pano.dcm', bytes };
};

/** A done study whose object, pictures and rendition are larger than the buffers of a connection. */
const largeStudy = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { make, context } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done', type: 'cbct' });
  const objectID = await storeStudyFiles(context, studyID, STUDY, [largeRadiograph()]);
  const key = `pictures/${objectID}/large`;
  await context.storage.put(key, Readable.from([randomBytes(LARGE_BYTES)]));
  const pictures = ['full', 'values'].map((size, i) => {
    return { objectID, size, key: `${key}${i}`, width: 64, height: 32 };
  });
  for (const picture of pictures) await context.storage.copyTo(key, context.storage, picture.key);
  await context.db.insertInto('objectPictures').values(pictures).execute();
  const rendition = { objectID, status: 'ready', format: FORMAT, key, sizeBytes: LARGE_BYTES };
  await context.db.insertInto('objectViews').values(rendition).execute();
  const places = {
    thumbnail: { at: 0, length: LARGE_BYTES },
    levels: { full: { at: 0, lengths: [LARGE_BYTES - 8] } },
  };
  await context.db
    .insertInto('objectViewSeries')
    .values({ objectID, position: 0, facts: '{}', places: JSON.stringify(places) })
    .execute();
  const change = (set: object) =>
    context.db.updateTable('studies').set(set).where('id', '=', studyID).execute();
  return { ...server, server, owner, patient, studyID, change };
};

type Study = Awaited<ReturnType<typeof largeStudy>>;

/** The responses with bytes of a study that a signed-in user gets. */
const streamsOf = async ({ studyID }: Study, assistant: TestClient): Promise<Stream[]> => {
  const { cookie } = assistant;
  const download = responseOf(downloadStudy, await assistant.get(`/assistant/studies/${studyID}/download`));
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const instance = `/dicomweb/studies/${STUDY}/series/2.25.1004/instances/2.25.3`;
  return [
    [download.presignedURL, {}],
    [`/dicomweb/studies/${STUDY}`, { cookie, accept: 'multipart/related; type="application/dicom"' }],
    [instance, { cookie, accept: 'application/dicom' }],
    [`${instance}/frames/1`, { cookie, accept: '*/*' }],
    [`${instance}/rendered?quality=100`, { cookie, accept: 'image/jpeg' }],
    [`/studies/${studyID}/picture?size=full`, { cookie }],
    [`/studies/${studyID}/series/0/thumbnail`, { cookie }],
    [`/assistant/studies/${studyID}/panorama/values`, { cookie }],
    ['/viewer/series/0/frames?count=1', withTicket(ticket)],
    ['/viewer/panorama/values', withTicket(ticket)],
    [`/assistant/downloads/studies?studyIDs=${studyID}`, { cookie }],
  ];
};
type Stream = [path: string, headers: Record<string, string>];

/** A slow reader of a DICOMweb response. */
const readSlowly = ({ server }: Study, { cookie }: TestClient) =>
  openSlowReader(server, `/dicomweb/studies/${STUDY}`, { cookie, accept: '*/*' });

/** Starts to send a file of an upload and sends no more than its beginning. */
const sendSlowly = async (server: TestServer, sender: TestClient, body = Buffer.alloc(1000)) => {
  const { studyID } = await server.make.study();
  const { uploadUUID } = await startUploadOf(sender, studyID);
  const file = { filename: 'a.dcm', filesize: 50_000_000 };
  const registered = await sender.post(`/assistant/uploads/${uploadUUID}/presigned-url`, file);
  const { pathname } = new URL(responseOf(registerFile, registered).presignedURL);
  const connection = await openConnection(server);
  const head = [`PUT ${pathname} HTTP/1.1`, 'Host: portal', `Content-Length: ${file.filesize}`];
  connection.socket.write(`${head.join('\r\n')}\r\n\r\n`);
  connection.socket.write(body);
  return connection;
};

test('every response with bytes of a study is cut when the account is disabled', async () => {
  const study = await largeStudy();
  const { server, context, clock, make, as } = study;
  const leaver = await make.assistant();
  const colleague = await make.assistant();
  const streams = await streamsOf(study, await as(leaver));
  const readers = await Promise.all(streams.map(([path, headers]) => openSlowReader(server, path, headers)));
  for (const [i, { head }] of readers.entries())
    expect([streams[i]?.[0], head]).toEqual([streams[i]?.[0], expect.stringContaining(' 200 ')]);
  const other = await readSlowly(study, await as(colleague));
  await disableAccount(context.db, leaver.id, clock.now());
  await Promise.all(readers.map(({ closedByServer }) => closedByServer));
  const received = await Promise.all(readers.map(({ readRest }) => readRest()));
  for (const bytes of received) expect(bytes).toBeLessThan(SIDE * SIDE);
  // the response to a colleague continues
  expect(other.isClosed()).toBe(false);
});

test('responses for a share are cut when it is deleted, and when it expires', async () => {
  const study = await largeStudy({ SHARE_MAX_AGE: '2h0m0s' });
  const { server, nobody, clock, make, as, studyID } = study;
  const assistant = await as(await make.assistant());
  const open = async () => {
    const share = await shareStudy(assistant, studyID, { flags: ['download', 'remote-viewer'] });
    const headers = shareHeaders(share.token);
    const url = responseOf(downloadExternalStudy, await nobody.get('/external/study/download', headers));
    const ticket = ticketOf(await nobody.post('/external/study/remote-session', undefined, headers));
    const streams: Stream[] = [
      [url.presignedURL, {}],
      [`/external/dicomweb/studies/${STUDY}`, { ...headers, accept: '*/*' }],
      ['/viewer/series/0/frames?count=1', withTicket(ticket)],
    ];
    const readers = await Promise.all(streams.map(([path, each]) => openSlowReader(server, path, each)));
    return { share, readers };
  };
  const deleted = await open();
  const remaining = await open();
  await assistant.delete(deleted.share.path);
  await Promise.all(deleted.readers.map(({ closedByServer }) => closedByServer));
  expect(remaining.readers.map((each) => each.isClosed())).toEqual([false, false, false]);
  clock.advance(2 * HOUR_MS);
  await Promise.all(remaining.readers.map(({ closedByServer }) => closedByServer));
});

test('responses for a token of the API are cut when it is revoked', async () => {
  const study = await largeStudy();
  const { server, make, as, studyID } = study;
  const assistant = await as(await make.assistant());
  const revoked = await createTokenWith(server, assistant, { scopes: ['studies:download'] });
  const remaining = await createTokenWith(server, assistant, { scopes: ['studies:download'] });
  const open = async ({ api, bearer }: typeof revoked) => {
    const url = responseOf(downloadStudy, await api.get(`/assistant/studies/${studyID}/download`));
    return Promise.all([
      openSlowReader(server, url.presignedURL, {}),
      openSlowReader(server, `/dicomweb/studies/${STUDY}`, { ...bearer, accept: '*/*' }),
    ]);
  };
  const cut = await open(revoked);
  const others = await open(remaining);
  await assistant.delete(`/assistant/integrations/tokens/${revoked.tokenID}`);
  await Promise.all(cut.map(({ closedByServer }) => closedByServer));
  expect(others.map((each) => each.isClosed())).toEqual([false, false]);
});

test('a response is cut when the session, the patient share or the study ends', async () => {
  const study = await largeStudy();
  const { context, clock, make, as, owner, patient, change } = study;
  const { db } = context;
  const friend = await make.doctor();
  const share = { patientID: patient.patientID, doctorID: friend.id };
  await db.insertInto('patientShares').values(share).execute();
  const open = async (account: Account) => {
    const client = await as(account);
    return { client, reader: await readSlowly(study, client) };
  };

  const signedOut = await open(await make.assistant());
  const owners = await open(owner);
  const friends = await open(friend);
  await signedOut.client.delete('/auth/token');
  await signedOut.reader.closedByServer;
  expect([owners.reader.isClosed(), friends.reader.isClosed()]).toEqual([false, false]);

  await db.deleteFrom('patientShares').where('doctorID', '=', friend.id).execute();
  await friends.reader.closedByServer;
  expect(owners.reader.isClosed()).toBe(false);

  await change({ status: 'archived' });
  await owners.reader.closedByServer;
  await change({ status: 'done' });
  const deleted = await open(owner);
  await change({ deletedAt: clock.now() });
  await deleted.reader.closedByServer;
});

test('a running upload is cut when the account is disabled, and when the program is revoked', async () => {
  const server = await startServer();
  const { context, clock, make, as } = server;
  const leaver = await make.assistant();
  const clerk = await make.assistant();
  const assistant = await as(clerk);
  const { program, path } = await grantProgramAccess(server, assistant);
  const ofLeaver = await sendSlowly(server, await as(leaver));
  const ofClerk = await sendSlowly(server, assistant);
  const ofProgram = await sendSlowly(server, program);
  await disableAccount(context.db, leaver.id, clock.now());
  await ofLeaver.closedByServer;
  expect([ofClerk.isClosed(), ofProgram.isClosed()]).toEqual([false, false]);
  await assistant.patch(`${path}/revoke`);
  await ofProgram.closedByServer;
  expect(ofClerk.isClosed()).toBe(false);
});

test('a reader that takes no bytes and a sender that sends none are disconnected', async () => {
  const study = await largeStudy({ TRANSFER_TIMEOUT: '0h0m1s' });
  const assistant = await study.as(await study.make.assistant());
  const streams = await streamsOf(study, assistant);
  const stalled = await Promise.all(
    streams.map(([path, headers]) => openSlowReader(study.server, path, headers)),
  );
  const sender = await sendSlowly(study.server, assistant);
  await Promise.all([...stalled, sender].map(({ closedByServer }) => closedByServer));
});

test('a reader that takes bytes slowly receives all of them', async () => {
  const limitMs = 2_000;
  const study = await largeStudy({ TRANSFER_TIMEOUT: '0h0m2s' });
  const [path = '', headers] =
    (await streamsOf(study, await study.as(await study.make.assistant())))[4] ?? [];
  const reply = await fetch(`${study.address}/api/1${path}`, { headers: headers ?? {} });
  const total = Number(reply.headers.get('content-length'));
  const begun = performance.now();
  let bytes = 0;
  for await (const chunk of reply.body ?? []) {
    bytes += chunk.length;
    // reads evenly, in twice the time after which a reader without any progress is cut off
    const dueAt = begun + (2 * limitMs * bytes) / total;
    await until('the next bytes to be due', () => performance.now() >= dueAt);
  }
  expect(bytes).toBe(total);
  expect(performance.now() - begun).toBeGreaterThan(limitMs);
});
