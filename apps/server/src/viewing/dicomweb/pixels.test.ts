import { decodeFrame } from '@snimok/imaging/dicom/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { volume } from '../../testing/dicom.ts';
import { startServer } from '../../testing/server.ts';
import { STUDY, VOLUME, makeStudyWith, partsOf } from './dicomweb.fixture.ts';

const instance = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/2.25.21`;

test('frames are returned uncompressed, one part each', async () => {
  const server = await startServer();
  const files = volume(3);
  const { doctor } = await makeStudyWith(server, files);
  const client = await server.as(doctor);
  const { reply, parts } = await partsOf(server.address, client, `${instance}/frames/1`);
  expect(reply.headers.get('content-type')).toContain('multipart/related; type="application/octet-stream"');
  const { values } = await decodeFrame(files[1]!.bytes, readDicom(files[1]!.bytes), 0);
  expect(parts.map(({ bytes }) => bytes)).toEqual([
    Buffer.from(values.buffer, values.byteOffset, values.byteLength),
  ]);
  expect((await client.get(`${instance}/frames/2`)).status).toBe(404);
  expect((await client.get(`${instance}/frames/1`, { accept: 'image/jp2' })).status).toBe(406);
});

test('frames are rendered as JPEG with the requested window and viewport', async () => {
  const server = await startServer();
  const { doctor } = await makeStudyWith(server, volume(3));
  const client = await server.as(doctor);
  const picture = async (query: string) => {
    const reply = await fetch(`${server.address}/api/1${instance}/rendered${query}`, {
      headers: { cookie: client.cookie, accept: 'image/jpeg' },
    });
    expect(reply.headers.get('content-type')).toBe('image/jpeg');
    return sharp(Buffer.from(await reply.arrayBuffer()));
  };
  expect(await (await picture('')).metadata()).toMatchObject({ width: 32, height: 24 });
  expect(await (await picture('?viewport=16,16')).metadata()).toMatchObject({ width: 16, height: 12 });
  const brightness = async (query: string) => (await (await picture(query)).stats()).channels[0]!.mean;
  // all pixel values lie above this window, and below the next
  expect(await brightness('?window=-5000,10')).toBeGreaterThan(250);
  expect(await brightness('?window=9000,10,linear')).toBeLessThan(5);
  expect((await client.get(`${instance}/rendered?window=wide`)).status).toBe(400);
  expect((await client.get(`${instance}/frames/1/rendered`, { accept: 'text/html' })).status).toBe(406);
});

test('frames of a damaged file are refused, and the file can still be retrieved', async () => {
  const server = await startServer();
  const [slice] = volume(1);
  const cut = slice!.bytes.subarray(0, slice!.bytes.length - 100);
  const { doctor } = await makeStudyWith(server, [{ filename: 'cut.dcm', bytes: cut }]);
  const client = await server.as(doctor);
  const path = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/2.25.20`;
  const refused = await client.get(`${path}/frames/1`);
  expect(refused).toMatchObject({ status: 422, body: { error: 'Снимок не удалось прочитать' } });
  const { parts } = await partsOf(server.address, client, path);
  expect(parts[0]!.bytes).toEqual(Buffer.from(cut));
});
