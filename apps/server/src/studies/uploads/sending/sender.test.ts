import { getUpload } from '@snimok/contract/studies/uploads';
import { expect, test } from 'vitest';
import { bundleOf, registerBundlesOf, sendBundles } from '../../../testing/scans/bundles.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import { completeUploadOf, registerInParts, startUploadOf } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { FILENAME, fileOf, MIB } from './parts.fixture.ts';

test('another window shows who sends the files, how much has arrived and how long ago the last bytes came', async () => {
  const server = await startServer();
  const { studyID } = await server.make.study();
  const anna = await server.as(await server.make.assistant({ name: 'Анна' }));
  const boris = await server.as(await server.make.assistant({ name: 'Борис' }));
  const { program } = await grantProgramAccess(server, boris);
  const { uploadUUID } = await startUploadOf(anna, studyID);
  const path = `/assistant/uploads/${uploadUUID}`;
  const sender = async (who: TestClient) =>
    responseOf(getUpload, await who.get(`${path}?sender=true`)).sender;
  const files = volume(3);
  const first = bundleOf(files.slice(0, 2));
  const second = bundleOf(files.slice(2), { number: 1 });

  expect(await sender(boris)).toMatchObject({ name: 'Анна', isOwn: false, storedBytes: 0 });
  await sendBundles(anna, uploadUUID, [first]);
  const running = { name: 'Анна', byProgram: false, storedBytes: first.bytes.length };
  expect(await sender(boris)).toMatchObject({ ...running, isOwn: false });
  expect(await sender(anna)).toMatchObject({ ...running, isOwn: true });
  expect((await sender(boris))?.silentSeconds).toBeLessThan(60);
  server.clock.advance(10 * 60_000);
  expect((await sender(boris))?.silentSeconds).toBeGreaterThanOrEqual(600);

  // another sender continues, and is named at once
  await registerBundlesOf(boris, uploadUUID, [second]);
  expect(await sender(anna)).toMatchObject({ name: 'Борис', isOwn: false });
  expect((await sender(anna))?.silentSeconds).toBeLessThan(60);
  await registerBundlesOf(anna, uploadUUID, [second]);
  expect(await sender(boris)).toMatchObject({ name: 'Анна' });
  await registerBundlesOf(program, uploadUUID, [second]);
  expect(await sender(boris)).toMatchObject({ name: 'Борис', isOwn: true, byProgram: true });

  // parts count before they are joined
  const large = fileOf('a');
  await (await registerInParts(anna, uploadUUID, FILENAME, large)).send(1, 5);
  expect((await sender(boris))?.storedBytes).toBe(first.bytes.length + 9 * MIB);

  expect(responseOf(getUpload, await boris.get(path))).not.toHaveProperty('sender');
  await sendBundles(anna, uploadUUID, [second]);
  await completeUploadOf(anna, uploadUUID, files);
  expect(responseOf(getUpload, await boris.get(`${path}?sender=true`))).not.toHaveProperty('sender');
});
