import { PARTS_FROM_BYTES } from '@snimok/contract/studies/uploads';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { disableAccount } from '../../../people/accounts/account-rows/accounts.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startS3Server } from '../../../testing/outside/s3-server.ts';
import { registerInParts, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';

const FILENAME = 'large.dcm';

let s3: Awaited<ReturnType<typeof startS3Server>>;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.stop());

test('parts of a disabled assistant are not joined, and the file is sent from the beginning', async () => {
  for (const [name, value] of Object.entries(s3.keys)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  await s3.makeBucket('revoked');
  const { make, as, context, clock } = await startServer({ STORAGE_URL: s3.url('revoked') });
  const leaver = await make.assistant();
  const clerk = await make.assistant();
  const ofLeaver = await as(leaver);
  const colleague = await as(clerk);
  const { studyID } = await make.study();
  const { uploadUUID } = await startUploadOf(ofLeaver, studyID);
  const one = Buffer.alloc(PARTS_FROM_BYTES, 1);
  const first = await registerInParts(ofLeaver, uploadUUID, FILENAME, one);
  await first.send(1, 2);
  // while the account is enabled, a colleague continues the same parts
  const shared = await registerInParts(colleague, uploadUUID, FILENAME, one);
  expect(shared.parts.there).toEqual(
    [1, 2].map((number) => ({ number, checksum: first.checksums[number - 1] })),
  );
  const late = await first.urlOfPart(3);
  expect(Number(new URL(late.presignedURL).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(600);
  await disableAccount(context.db, leaver.id, clock.now());
  const piece = Buffer.from(first.pieces[2] ?? []);
  // the bucket would also accept other bytes with the same CRC-32
  const put = await fetch(late.presignedURL, { method: 'PUT', body: piece, headers: late.headers });
  expect(put.status).toBe(200);

  expect((await startUploadOf(colleague, studyID)).files).toMatchObject([{ uploaded: false }]);
  const joining = { filename: FILENAME, checksums: shared.checksums };
  const refused = await colleague.post(`/assistant/uploads/${uploadUUID}/join-parts`, joining);
  expect(refusal(refused)).toEqual([400, expect.stringContaining(FILENAME)]);
  const again = await registerInParts(colleague, uploadUUID, FILENAME, one);
  expect(again.parts.there).toEqual([]);
  await again.send(...again.pieces.map((_, i) => i + 1));
  expect(await again.join()).toEqual({ uploaded: true, missing: [] });
  const body = { finalFiles: [FILENAME] };
  expect((await colleague.post(`/assistant/uploads/${uploadUUID}/complete`, body)).status).toBe(200);
});
