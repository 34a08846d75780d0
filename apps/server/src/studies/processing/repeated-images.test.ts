import { getStudy } from '@snimok/contract/studies/studies';
import { listRepeats } from '@snimok/contract/studies/repeats';
import { completeUpload, getUpload } from '@snimok/contract/studies/uploads';
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import sharp from 'sharp';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../testing/scans/dicom.ts';
import {
  completeUploadOf,
  type FileToSend,
  sendFiles,
  waitUntilProcessed,
} from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';

const PATIENT = { name: 'Иванов Иван Иванович' };
const READY = 'Исследование вашего пациента готово';
const instanceOf = (at: number) => ({ studyUID: '2.25.1001', instanceUID: `2.25.2${at}` });

/** A worker, an assistant, and the cards of two clients. */
const setUp = async () => {
  const server = await startServer();
  const { as, make, outbox, work } = server;
  await work();
  const assistant = await as(await make.assistant());
  const patient = await make.patient({ doctor: await make.doctor(), ...PATIENT });
  const ofOther = await make.patient({ doctor: await make.doctor(), ...PATIENT });
  const makeStudy = async (of = patient, type: 'cbct' | 'rg' = 'cbct') =>
    (await make.study({ type, patient: of })).studyID;
  const send = async (studyID: number, files: FileToSend[], ifRepeated?: 'hold' | 'publish') => {
    const uploadUUID = await sendFiles(assistant, studyID, files);
    const finalFiles = files.map(({ filename }) => filename);
    const body = { finalFiles, holdIfDiffers: true, ifRepeated };
    responseOf(completeUpload, await assistant.post(`/assistant/uploads/${uploadUUID}/complete`, body));
    return uploadUUID;
  };
  const read = async (uploadUUID: string) =>
    responseOf(getUpload, await assistant.get(`/assistant/uploads/${uploadUUID}`));
  return {
    ...server,
    assistant,
    patient,
    ofOther,
    makeStudy,
    send,
    read,
    publish: async (studyID: number, files: FileToSend[]) =>
      waitUntilProcessed(assistant, await send(studyID, files)),
    held: (uploadUUID: string) =>
      until('the upload to be held', async () => (await read(uploadUUID)).held, 50),
    ask: async (body: object) =>
      responseOf(listRepeats, await assistant.post('/assistant/uploads/repeats', body)).repeats,
    countLetters: () => outbox.filter(({ subject }) => subject === READY).length,
    statusOf: async (studyID: number) =>
      responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)).status,
  };
};

test('the images of a published study are known by their UIDs, whatever the names of their files', async () => {
  const { publish, makeStudy, ask } = await setUp();
  const studyID = await makeStudy();
  await publish(studyID, volume(3));
  const repeat = { studyID, images: 2, all: true, uploadedAt: expect.any(String) };
  expect(await ask({ instances: [instanceOf(0), instanceOf(1)] })).toEqual([repeat]);
  expect(await ask({ instances: [instanceOf(1), instanceOf(7)] })).toEqual([
    { ...repeat, images: 1, all: false },
  ]);
  expect(await ask({ instances: [{ ...instanceOf(0), studyUID: '2.25.9' }] })).toEqual([]);
  // the study into which they are uploaded again is left out
  expect(await ask({ instances: [instanceOf(0)], exceptStudyID: studyID })).toEqual([]);
});

test('images that another study contains are published again only after a decision', async () => {
  const { publish, makeStudy, ofOther, send, held, assistant, statusOf, countLetters } = await setUp();
  const first = await makeStudy();
  const second = await makeStudy(ofOther);
  await publish(first, volume(3));
  await until('the letter', () => countLetters() === 1);
  const uploadUUID = await send(second, volume(2, 'again'), 'hold');
  expect(await held(uploadUUID)).toEqual({
    people: [],
    differences: [],
    several: false,
    canBeConfirmed: true,
    repeats: [{ studyID: first, images: 2, all: true, uploadedAt: expect.any(String) }],
  });
  expect(await statusOf(second)).toBe('in-work');
  await assistant.post(`/assistant/uploads/${uploadUUID}/release`, { repeated: 'publish' });
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  expect(await statusOf(second)).toBe('done');
  await until('the second letter', () => countLetters() === 2);
});

test('without a request to hold them, repeated images are published, each time with a letter', async () => {
  const { publish, makeStudy, ofOther, assistant, countLetters, statusOf } = await setUp();
  const first = await makeStudy();
  const second = await makeStudy();
  const other = await makeStudy(ofOther);
  await publish(first, volume(3));
  for (const studyID of [second, other]) {
    const uploadUUID = await sendFiles(assistant, studyID, volume(3));
    await completeUploadOf(assistant, uploadUUID, volume(3));
    expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
    expect(await statusOf(studyID)).toBe('done');
  }
  await until('a letter about each study', () => countLetters() === 3);
});

test('repeated images are published with a letter if the client requests it when it completes the upload', async () => {
  const { publish, makeStudy, send, assistant, countLetters } = await setUp();
  const first = await makeStudy();
  const second = await makeStudy();
  await publish(first, volume(2));
  const uploadUUID = await send(second, volume(2), 'publish');
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
  await until('both letters', () => countLetters() === 2);
});

test('images of a study in the bin do not count as repeated', async () => {
  const { publish, makeStudy, send, assistant, ask } = await setUp();
  const first = await makeStudy();
  const second = await makeStudy();
  await publish(first, volume(2));
  expect((await assistant.delete(`/assistant/studies/${first}`)).status).toBe(204);
  expect(await ask({ instances: [instanceOf(0)] })).toEqual([]);
  const uploadUUID = await send(second, volume(2), 'hold');
  expect(await waitUntilProcessed(assistant, uploadUUID)).toMatchObject({ error: null });
});

test('a picture is recognised by its content, and a repeated logo beside another picture is not held', async () => {
  const { publish, makeStudy, patient, send, held, assistant, ask } = await setUp();
  const png = (red: number) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .png()
      .toBuffer();
  const [logo, picture, other] = await Promise.all([png(1), png(2), png(3)]);
  const first = await makeStudy(patient, 'rg');
  const second = await makeStudy(patient, 'rg');
  const third = await makeStudy(patient, 'rg');
  const logoFile = { filename: 'logo.png', bytes: logo };
  await publish(first, [logoFile, { filename: 'a.png', bytes: picture }]);
  const sha256 = [createHash('sha256').update(picture).digest('hex')];
  expect(await ask({ sha256 })).toMatchObject([{ studyID: first, images: 1, all: true }]);
  const different = await send(second, [logoFile, { filename: 'b.png', bytes: other }], 'hold');
  expect(await waitUntilProcessed(assistant, different)).toMatchObject({ error: null });
  const same = await send(third, [{ filename: 'c.png', bytes: picture }], 'hold');
  expect((await held(same)).repeats).toMatchObject([{ studyID: first }]);
});

test('of two simultaneous uploads of the same images, one is published and the other is held for a decision', async () => {
  const { makeStudy, send, read, held, statusOf } = await setUp();
  const first = await makeStudy();
  const second = await makeStudy();
  const uploads = [await send(first, volume(2), 'hold'), await send(second, volume(2), 'hold')];
  expect((await held(uploads[1]!)).repeats).toMatchObject([{ studyID: first }]);
  await until('the first study to be done', async () => (await statusOf(first)) === 'done');
  expect(await read(uploads[0]!)).toMatchObject({ status: 'processed', error: null });
});
