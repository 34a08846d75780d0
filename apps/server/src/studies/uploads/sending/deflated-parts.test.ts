import { randomBytes } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { partURLs, registerFile } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { putBytes, registerInParts } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { FILENAME, fileOf, MIB, startUploadToSend, storedUploads } from './parts.fixture.ts';

/** Requests the URL of a part that is sent deflated. */
const urlFor = async (
  assistant: TestClient,
  uploadUUID: string,
  part: { number: number; checksum: string | undefined; deflatedBytes: number },
) => {
  const body = { filename: FILENAME, parts: [part] };
  return assistant.post(`/assistant/uploads/${uploadUUID}/part-urls`, body);
};

const ready = async (settings: Record<string, string> = {}) => {
  const server = await startServer(settings);
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const bytes = fileOf('a');
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  const { checksums, pieces } = file;
  const put = async (number: number, body: Buffer, deflatedBytes = body.length) => {
    const part = { number, checksum: checksums[number - 1], deflatedBytes };
    const [target] = responseOf(partURLs, await urlFor(assistant, uploadUUID, part)).parts;
    return putBytes(target?.presignedURL ?? '', body);
  };
  const deflated = (number: number) => deflateRawSync(pieces[number - 1] ?? Buffer.alloc(0));
  const there = async () => {
    const registration = { filename: FILENAME, filesize: bytes.length, inParts: true };
    const path = `/assistant/uploads/${uploadUUID}/presigned-url`;
    const { parts } = responseOf(registerFile, await assistant.post(path, registration));
    return parts?.there.map(({ number }) => number);
  };
  return { server, assistant, uploadUUID, bytes, file, checksums, put, deflated, there };
};

test.each([
  ['plain', {}],
  ['encrypted', { STORAGE_ENCRYPTION: 'on' }],
])('deflated and plain parts make one file: %s store', async (_, settings: Record<string, string>) => {
  const { server, bytes, file, put, deflated, there } = await ready(settings);
  expect(file.parts.deflate).toBe(true);
  for (const number of [5, 1, 3]) expect((await put(number, deflated(number))).status).toBe(200);
  // resuming continues at the first missing part, however the others were sent
  expect(await there()).toEqual([1, 3, 5]);
  await file.send(2);
  // another tab sends parts again that are there already
  for (const number of [2, 5]) expect((await put(number, deflated(number))).status).toBe(200);
  expect(await file.join()).toEqual({ uploaded: false, missing: [4] });
  expect((await put(4, deflated(4))).status).toBe(200);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  const [object, ...others] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
  expect(others).toEqual([]);
});

test('a damaged deflated part is refused with an error message, and can be sent again', async () => {
  const { server, bytes, file, put, deflated, there } = await ready();
  const whole = deflated(1);
  const changed = Buffer.from(whole);
  changed.writeUInt8(changed.readUInt8(2000) ^ 0x10, 2000);
  const damaged: [string, Buffer][] = [
    ['a changed bit', changed],
    ['no end', whole.subarray(0, -1)],
    ['bytes after the end', Buffer.concat([whole, Buffer.from([0])])],
    ['a second stream', Buffer.concat([whole, deflated(2)])],
    ['another part', deflated(2)],
    ['random bytes', randomBytes(5000)],
    ['too few bytes', deflateRawSync(Buffer.alloc(MIB, 'a'))],
    ['a bomb', deflateRawSync(Buffer.alloc(64 * MIB))],
  ];
  for (const [how, body] of damaged) {
    const reply = await put(1, body);
    expect([how, reply.status]).toEqual([how, 400]);
    expect([how, ((await reply.json()) as { error: string }).error]).toEqual([
      how,
      expect.stringMatching(/[а-я]/i),
    ]);
  }
  expect(await there()).toEqual([]);
  expect((await put(1, whole)).status).toBe(200);
  await file.send(2, 3, 4, 5);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
});

test('a deflated part must be shorter than the part itself, and exactly as long as declared', async () => {
  const { assistant, uploadUUID, checksums, put, deflated } = await ready();
  const refused = await urlFor(assistant, uploadUUID, {
    number: 5,
    checksum: checksums[4],
    deflatedBytes: MIB,
  });
  expect(refusal(refused)).toEqual([
    400,
    'Длина сжатой части (deflatedBytes) должна быть меньше длины самой части',
  ]);
  const body = deflated(5);
  expect((await put(5, body, body.length - 1)).status).toBe(413);
  expect((await put(5, body, body.length + 1)).status).toBe(400);
});
