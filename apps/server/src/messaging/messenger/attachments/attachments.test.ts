import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TestServer } from '../../../testing/portal/server.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { CHAT, chatOf, dialogOf, messagesOf, startMessenger } from '../messenger.fixture.ts';
import { attach, attachAnswer, CHAT_FILES, filesOf, pdf, picture, putFile } from './attachments.fixture.ts';
import { discardAttachment } from './discard.ts';

const keysOf = async ({ context: { storage } }: Pick<TestServer, 'context'>) => {
  const keys: string[] = [];
  for await (const { key } of storage.list('chat/')) keys.push(key);
  return keys.toSorted();
};

const download = async (address: string, cookie: string, path: string) => {
  const reply = await fetch(`${address}/api/1${path}`, { headers: { cookie } });
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) };
};

test('a client sends a photograph and a PDF, which both sides see in the message', async () => {
  const { address, centre, doctor, clinic } = await startMessenger();
  const photograph = await sharp({ create: { width: 5000, height: 100, channels: 3, background: '#888' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' } })
    .jpeg()
    .toBuffer();
  expect((await sharp(photograph).metadata()).exif).toBeDefined();
  const one = await attach(address, doctor, { bytes: photograph, filename: 'Зуб 3.6.jpg' });
  expect(one).toMatchObject({ kind: 'image', filename: 'Зуб 3.6.jpg', width: 4096, height: 82 });
  const document = pdf();
  const two = await attach(address, doctor, { bytes: document, filename: 'a/../направление:1.pdf' });
  expect(two).toMatchObject({ kind: 'pdf', filename: 'a_.._направление_1.pdf', width: null });
  const attachments = [two.attachmentUUID, one.attachmentUUID];
  const body = { text: '2 файла', withoutText: true, attachments, messageUUID: randomUUID() };
  const replies = await Promise.all([0, 1, 2].map(() => doctor.post(`${CHAT}/send`, body)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  for (const message of [(await chatOf(doctor))[0], (await messagesOf(centre, clinic))[0]])
    expect(message).toMatchObject({ text: '2 файла', withoutText: true, attachments: [two, one] });

  const path = `${filesOf(clinic.id)}/${one.attachmentUUID}`;
  const { reply, bytes } = await download(address, centre.cookie, `${path}/file`);
  expect(reply.headers.get('content-type')).toBe('image/jpeg');
  expect(reply.headers.get('content-security-policy')).toContain('sandbox');
  const stored = await sharp(bytes).metadata();
  expect([stored.width, stored.height, stored.exif]).toEqual([4096, 82, undefined]);
  const small = await download(address, doctor.cookie, `${CHAT_FILES}/${one.attachmentUUID}/thumbnail`);
  expect((await sharp(small.bytes).metadata()).width).toBe(640);
  const file = await download(address, doctor.cookie, `${CHAT_FILES}/${two.attachmentUUID}/file`);
  expect(file.bytes.equals(document)).toBe(true);
  expect(Object.fromEntries(file.reply.headers)).toMatchObject({
    'content-disposition': expect.stringContaining('attachment; filename='),
    'x-content-type-options': 'nosniff',
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
  });
});

test('a message with files is refused unless they are the author’s own, of this dialog and unsent', async () => {
  const { address, centre, doctor, clinic, as, make } = await startMessenger();
  const other = await make.doctor();
  const otherDoctor = await as(other);
  const bytes = await picture();
  const { attachmentUUID } = await attach(address, doctor, { bytes });
  const gone = [409, 'Прикреплённого файла больше нет. Прикрепите его снова'];
  const send = { text: 'Вот', attachments: [attachmentUUID] };
  expect(refusal(await otherDoctor.post(`${CHAT}/send`, send))).toEqual(gone);
  expect(refusal(await centre.post(`${dialogOf(clinic)}/send`, send))).toEqual(gone);
  // until it is sent, only its author sees it
  expect((await doctor.get(`${CHAT_FILES}/${attachmentUUID}/file`)).status).toBe(200);
  expect((await centre.get(`${filesOf(clinic.id)}/${attachmentUUID}/file`)).status).toBe(404);
  expect((await otherDoctor.get(`${CHAT_FILES}/${attachmentUUID}/file`)).status).toBe(404);
  expect((await otherDoctor.delete(`${CHAT_FILES}/${attachmentUUID}`)).status).toBe(404);
  expect((await doctor.post(`${CHAT}/send`, send)).status).toBe(201);
  expect(refusal(await doctor.post(`${CHAT}/send`, send))).toEqual(gone);
  for (const part of ['file', 'thumbnail']) {
    expect((await centre.get(`${filesOf(clinic.id)}/${attachmentUUID}/${part}`)).status).toBe(200);
    expect((await centre.get(`${filesOf(other.id)}/${attachmentUUID}/${part}`)).status).toBe(404);
    expect((await otherDoctor.get(`${CHAT_FILES}/${attachmentUUID}/${part}`)).status).toBe(404);
  }
  expect(await chatOf(otherDoctor)).toEqual([]);
  const empty = { text: 'Фото', withoutText: true };
  expect(refusal(await doctor.post(`${CHAT}/send`, empty))).toEqual([
    400,
    'К сообщению без текста ничего не прикреплено',
  ]);
  const answer = await attachAnswer(address, centre, clinic.id, { bytes });
  expect((await doctor.get(`${CHAT_FILES}/${answer.attachmentUUID}/file`)).status).toBe(404);
});

test('a file sent several times under one UUID is stored once, also concurrently', async () => {
  const { address, doctor, context } = await startMessenger();
  const sending = { bytes: await picture('webp'), attachmentUUID: randomUUID() };
  const replies = await Promise.all([0, 1, 2].map(() => putFile(address, doctor, CHAT_FILES, sending)));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 201]);
  const rows = await context.db.selectFrom('messageAttachments').select(['key', 'thumbnailKey']).execute();
  expect(rows).toHaveLength(1);
  const { status } = await putFile(address, doctor, CHAT_FILES, { ...sending, filename: 'другой.png' });
  expect(status).toBe(409);
  // the other files that the requests have stored are removed by jobs
  const jobs = context.pool.query(`select payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'delete-unused-files'`);
  const removed = (await jobs).rows.flatMap(({ payload }) => payload.warm as string[]);
  const kept = rows.flatMap(({ key, thumbnailKey }) => [key, thumbnailKey ?? '']);
  expect((await keysOf({ context })).filter((key) => !removed.includes(key))).toEqual(kept.toSorted());
});

test('an attachment without a message is deleted on request, or by a job after a day', async () => {
  const server = await startMessenger();
  const { address, doctor, context } = server;
  const bytes = await picture('jpeg');
  const removed = await attach(address, doctor, { bytes });
  const sent = await attach(address, doctor, { bytes });
  const left = await attach(address, doctor, { bytes });
  await doctor.post(`${CHAT}/send`, { text: 'Вот', attachments: [sent.attachmentUUID] });
  expect((await doctor.delete(`${CHAT_FILES}/${removed.attachmentUUID}`)).status).toBe(204);
  expect((await doctor.delete(`${CHAT_FILES}/${sent.attachmentUUID}`)).status).toBe(409);
  const { rows } = await context.pool.query<{ key: string; hours: number }>(
    `select key, extract(epoch from run_at - now()) / 3600 as hours from graphile_worker.jobs
     where task_identifier = 'discard-attachment' and key = $1`,
    [`discard-attachment:${left.attachmentUUID}`],
  );
  expect(Math.round(Number(rows[0]?.hours))).toBe(24);
  const { signal } = new AbortController();
  for (const { attachmentUUID } of [sent, left])
    await discardAttachment.run(context, { attachmentUUID }, signal);
  const stored = await context.db.selectFrom('messageAttachments').select('uuid').execute();
  expect(stored.map(({ uuid }) => uuid)).toEqual([sent.attachmentUUID]);
  await server.work();
  await expect.poll(() => keysOf(server), { timeout: 20_000 }).toHaveLength(2);
});

test('attachments count towards the upload limits of the account’s day', async () => {
  const bytes = await picture();
  const { address, doctor, clock } = await startMessenger({ UPLOAD_DAILY_FILES: '2' });
  await attach(address, doctor, { bytes });
  await attach(address, doctor, { bytes });
  const refused = await putFile(address, doctor, CHAT_FILES, { bytes });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  clock.advance(24 * 60 * 60_000);
  expect((await putFile(address, doctor, CHAT_FILES, { bytes })).status).toBe(401);
});
