import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { MAX_PART_URLS, PARTS_FROM_BYTES, partURLs } from '@snimok/contract/studies/uploads';
import { randomStream } from '@snimok/phantom/anatomy/random';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { checksumOf, putBytes, registerInParts } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { FILENAME, startUploadToSend, storedUploads } from './parts.fixture.ts';

const CASES = 1000;
/** The last part of the file is short, so that a case takes little time. */
const LAST_BYTES = 20_000;

type Random = (limit: number) => number;

interface Case {
  body: Buffer;
  checksum: string;
  /** declared */
  deflatedBytes: number;
}

/** A file of five parts with random bytes that deflate a little. */
const makeFile = (random: Random): Buffer => {
  const bytes = Buffer.alloc(PARTS_FROM_BYTES + LAST_BYTES, 'зуб');
  for (let at = 0; at < bytes.length; at += at < PARTS_FROM_BYTES ? 50_000 : 2) bytes[at] = random(256);
  return bytes;
};

const flip = (bytes: Buffer, random: Random): Buffer => {
  const changed = Buffer.from(bytes);
  const at = random(changed.length);
  changed.writeUInt8(changed.readUInt8(at) ^ (1 << random(8)), at);
  return changed;
};

const withLength = (body: Buffer, checksum: string): Case => ({ body, checksum, deflatedBytes: body.length });

/** Each makes a damaged request of the plain bytes and the checksum of the last part. */
const damages: ((last: Buffer, checksum: string, random: Random) => Case)[] = [
  // bits of the stream, and of the bytes in it
  (last, checksum, random) => withLength(flip(deflateRawSync(last), random), checksum),
  (last, checksum, random) => withLength(deflateRawSync(flip(last, random)), checksum),
  // the end is missing, bytes are inserted, or follow the end
  (last, checksum, random) => {
    const body = deflateRawSync(last);
    return withLength(body.subarray(0, 1 + random(body.length - 1)), checksum);
  },
  (last, checksum, random) => {
    const body = deflateRawSync(last);
    const at = random(body.length + 1);
    return withLength(
      Buffer.concat([body.subarray(0, at), Buffer.alloc(1 + random(9), random(256)), body.subarray(at)]),
      checksum,
    );
  },
  // more or fewer bytes than the part has
  (last, checksum, random) => withLength(deflateRawSync(last.subarray(0, random(last.length))), checksum),
  (last, checksum, random) =>
    withLength(deflateRawSync(Buffer.concat([last, Buffer.alloc(1 + random(9))])), checksum),
  // another checksum than the bytes have
  (last, _, random) =>
    withLength(
      deflateRawSync(last),
      random(2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ),
  // another length than the stream has
  (last, checksum, random) => {
    const body = deflateRawSync(last);
    return { body, checksum, deflatedBytes: 1 + random(body.length - 1) };
  },
  (last, checksum, random) => {
    const body = deflateRawSync(last);
    return { body, checksum, deflatedBytes: Math.min(last.length - 1, body.length + 1 + random(9)) };
  },
  // not deflated at all
  (last, checksum) => withLength(last.subarray(0, -1), checksum),
];

const inflated = (body: Buffer): Buffer | null => {
  try {
    return inflateRawSync(body, { maxOutputLength: 2 * LAST_BYTES });
  } catch {
    return null;
  }
};

test('1,000 damaged compressed parts are refused with an error message, or inflate to exactly the right bytes', async () => {
  const server = await startServer();
  const { assistant, uploadUUID } = await startUploadToSend(server);
  const stream = randomStream(50);
  const random: Random = (limit) => Math.floor(stream() * limit);
  const bytes = makeFile(random);
  const file = await registerInParts(assistant, uploadUUID, FILENAME, bytes);
  const number = file.pieces.length;
  const last = Buffer.from(file.pieces.at(-1) ?? []);
  const right = checksumOf(last);
  let refused = 0;
  for (let from = 0; from < CASES; from += MAX_PART_URLS) {
    const cases = Array.from({ length: MAX_PART_URLS }, () =>
      damages[random(damages.length)]!(last, right, random),
    );
    const parts = cases.map(({ checksum, deflatedBytes }) => ({ number, checksum, deflatedBytes }));
    const body = { filename: FILENAME, parts };
    const reply = await assistant.post(`/assistant/uploads/${uploadUUID}/part-urls`, body);
    const targets = responseOf(partURLs, reply).parts;
    for (const [i, sent] of cases.entries()) {
      const reply = await putBytes(targets[i]?.presignedURL ?? '', sent.body);
      if (reply.status === 200) {
        expect([from + i, inflated(sent.body)?.equals(last), sent.checksum]).toEqual([from + i, true, right]);
        continue;
      }
      refused += 1;
      expect([from + i, reply.status]).toEqual([from + i, reply.status === 413 ? 413 : 400]);
      expect(((await reply.json()) as { error: string }).error).toMatch(/^[А-Я]/);
    }
  }
  // the others change bits that a deflate stream does not use
  expect(refused).toBeGreaterThan(CASES * 0.95);
  await file.send(1, 2, 3, 4, 5);
  expect(await file.join()).toEqual({ uploaded: true, missing: [] });
  const [object] = await storedUploads(server);
  expect(object?.equals(bytes)).toBe(true);
});
