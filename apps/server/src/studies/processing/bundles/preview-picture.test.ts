import { getUpload } from '@snimok/contract/studies/uploads';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { StorageFull } from '../../../platform/outside/storage/storage.ts';
import { bundleOf, sendBundles } from '../../../testing/scans/bundles.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { grantProgramAccess } from '../../../testing/callers/program.ts';
import {
  completeUploadOf,
  type FileToSend,
  startUploadOf,
  waitUntilProcessed,
} from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

/** An upload of a study of this type, with functions that send bundles and wait for what is found in them. */
const startPreview = async (type: 'rg' | 'cbct') => {
  const server = await startServer();
  await server.work('process-upload', 'examine-bundles', 'discard-upload');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type });
  const { uploadUUID } = await startUploadOf(assistant, studyID);
  const path = `/assistant/uploads/${uploadUUID}`;
  let bundles = 0;
  return {
    server,
    assistant,
    uploadUUID,
    path: `${path}/picture`,
    send: (files: FileToSend[]) =>
      sendBundles(assistant, uploadUUID, [bundleOf(files, { number: bundles++ })]),
    untilImages: (count: number) =>
      until(`${count} images to be found`, async () => {
        const { preview } = responseOf(getUpload, await assistant.get(path));
        return preview?.imageCount === count && preview;
      }),
  };
};

/** An explicit VR little endian header is kept, and the pixels are cut off. */
const damaged = (file: FileToSend, filename: string): FileToSend => ({
  filename,
  bytes: file.bytes.subarray(0, file.bytes.length - 700),
});

const NO_PICTURE = 'У этого исследования нет снимка для показа';

test('the first picture is shown to assistants while the upload continues, and removed with its files', async () => {
  const { server, assistant, uploadUUID, path, send, untilImages } = await startPreview('cbct');
  const { as, make, address, nobody, context } = server;
  const slices = volume(6);
  expect(refusal(await assistant.get(path))).toEqual([404, NO_PICTURE]);
  await send(slices.slice(0, 4));
  const { picture } = await untilImages(4);
  expect(picture).toEqual({ url: `/api/1${path}`, width: 32, height: 24 });

  const colleague = await as(await make.assistant());
  for (const who of [assistant, colleague]) {
    const reply = await fetch(`${address}${picture?.url}`, { headers: { cookie: who.cookie } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
    const { format, width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 32, height: 24 });
  }
  const { program } = await grantProgramAccess(server, assistant);
  const callers = [await as(await make.doctor()), program, nobody];
  expect(await Promise.all(callers.map(async (who) => (await who.get(path)).status))).toEqual([
    403, 403, 401,
  ]);
  const { uploadUUID: other } = await startUploadOf(assistant, (await make.study()).studyID);
  expect(refusal(await assistant.get(`/assistant/uploads/${other}/picture`))).toEqual([404, NO_PICTURE]);

  // the picture stays, whatever the next bundles contain
  const written = vi.spyOn(context.storage, 'writeFrom');
  await send(slices.slice(4));
  expect((await untilImages(6)).picture).toEqual(picture);
  expect(written).not.toHaveBeenCalled();
  await completeUploadOf(assistant, uploadUUID, slices);
  await waitUntilProcessed(assistant, uploadUUID);
  expect(refusal(await assistant.get(path))).toEqual([404, NO_PICTURE]);
  await until('the sent files to be removed', async () => {
    for await (const _ of context.storage.list(`uploads/${uploadUUID}/`)) return false;
    return true;
  });
});

test('a damaged image is skipped, and files without images have no picture', async () => {
  const { assistant, path, send, untilImages } = await startPreview('rg');
  await send([{ filename: 'описание.txt', bytes: Buffer.from('ничего') }]);
  expect((await untilImages(0)).picture).toBeUndefined();
  await send([damaged(radiograph(), 'а.dcm')]);
  await send([{ filename: 'б.jpg', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) }]);
  expect((await assistant.get(path)).status).toBe(404);
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();
  await send([{ filename: 'в.jpg', bytes: photo }]);
  const { picture } = await until('the photograph to be found', async () => {
    const { preview } = responseOf(getUpload, await assistant.get(path.replace('/picture', '')));
    return preview?.picture && preview;
  });
  expect(picture).toMatchObject({ width: 480, height: 160 });
});

test('if the store is full, images are still counted, and a later bundle provides the preview picture', async () => {
  const { server, assistant, path, send, untilImages } = await startPreview('cbct');
  const slices = volume(4);
  const write = vi.spyOn(server.context.storage, 'writeFrom').mockRejectedValueOnce(new StorageFull());
  await send(slices.slice(0, 2));
  expect((await untilImages(2)).picture).toBeUndefined();
  expect(write).toHaveBeenCalledTimes(1);
  expect((await assistant.get(path)).status).toBe(404);
  await send(slices.slice(2));
  expect((await untilImages(4)).picture).toMatchObject({ width: 32, height: 24 });
  expect((await assistant.get(path)).status).toBe(200);
});
