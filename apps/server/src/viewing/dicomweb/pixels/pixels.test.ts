import { decodeFrame } from '@snimok/imaging/dicom/pixels/pixels';
import { readDicom } from '@snimok/imaging/dicom/read';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { volume } from '../../../testing/scans/dicom.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { encapsulated, imageElements, part10, rawElements } from '@snimok/imaging/testing/raw-dicom';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { STUDY, VOLUME, makeStudyWith, partsOf, valuesOf } from '../dicomweb.fixture.ts';

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

test('a rendered frame is PNG for clients that prefer it, and invalid parameters are refused', async () => {
  const server = await startServer();
  const { doctor } = await makeStudyWith(server, volume(3));
  const client = await server.as(doctor);
  const rendered = async (accept: string, query = '') => {
    const headers = { cookie: client.cookie, accept };
    const reply = await fetch(`${server.address}/api/1${instance}/frames/1/rendered${query}`, { headers });
    return {
      status: reply.status,
      type: reply.headers.get('content-type'),
      bytes: await reply.arrayBuffer(),
    };
  };
  for (const [accept, type] of [
    ['image/png', 'image/png'],
    ['image/*', 'image/jpeg'],
    ['*/*', 'image/jpeg'],
    ['image/jpeg;q=0.5, image/png', 'image/png'],
    ['image/png, image/*;q=0.8', 'image/png'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'image/jpeg'],
  ] as const)
    expect([accept, (await rendered(accept)).type]).toEqual([accept, type]);
  const { bytes } = await rendered('image/png', '?viewport=16,16');
  expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ format: 'png', width: 16, height: 12 });
  expect((await rendered('image/png;q=0, image/jpeg;q=0')).status).toBe(406);
  for (const query of [
    'quality=0',
    'quality=101',
    'quality=200',
    'quality=-1',
    'quality=',
    'quality=1&quality=2',
    'viewport=0,0',
    'viewport=16',
    'viewport=16,16,0',
    'viewport=4097,16',
    'viewport=16,99999',
    'window=1,0',
    'window=1,0.5',
    'window=1,10,cubic',
    'window=1',
  ])
    expect([query, (await rendered('*/*', `?${query}`)).status]).toEqual([query, 400]);
  for (const query of ['quality=1', 'quality=100', 'viewport=4096,1', 'window=1,1,LINEAR'])
    expect([query, (await rendered('*/*', `?${query}`)).status]).toEqual([query, 200]);
  // one frame has one picture
  expect((await client.get(`${instance}/frames/1,2/rendered`)).status).toBe(404);
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

const EXPLICIT = '1.2.840.10008.1.2.1';
const JPEG_BASELINE = '1.2.840.10008.1.2.4.50';

/** A photograph of 16 × 8 orange pixels, stored as YBR_FULL_422 in both ways that devices use. */
const colourFiles = async () => {
  const shape = { rows: 8, columns: 16, bits: 8, samples: 3, photometric: 'YBR_FULL_422' } as const;
  const orange = sharp({ create: { width: 16, height: 8, channels: 3, background: '#e08020' } });
  const jpeg = await orange.jpeg({ quality: 100 }).toBuffer();
  const pairs = Uint8Array.from({ length: 8 * 16 * 2 }, (_, at) => [150, 150, 60, 180][at % 4]!);
  const pixels = { tag: TAG.pixelData, vr: 'OB', value: pairs };
  return [
    { filename: 'jpeg.dcm', bytes: withUIDs(encapsulated(JPEG_BASELINE, shape, [jpeg]), '2.25.81') },
    {
      filename: 'native.dcm',
      bytes: withUIDs(part10(EXPLICIT, rawElements([...imageElements(shape), pixels])), '2.25.82'),
    },
  ];
};

/** Replaces the UID of the image, which is the first element of the data set, and adds the UID of a series. */
const withUIDs = (bytes: Uint8Array, sopInstanceUID: string): Uint8Array => {
  const old = rawElements([{ tag: TAG.sopInstanceUID, vr: 'UI', value: '2.25.1' }]);
  const at = Buffer.from(bytes).indexOf(Buffer.from(old));
  const uids = rawElements([
    { tag: TAG.sopInstanceUID, vr: 'UI', value: sopInstanceUID },
    { tag: TAG.studyInstanceUID, vr: 'UI', value: STUDY },
    { tag: TAG.seriesInstanceUID, vr: 'UI', value: '2.25.80' },
  ]);
  return Buffer.concat([bytes.subarray(0, at), uids, bytes.subarray(at + old.length)]);
};

test('metadata states the colour model and the length of the frames that are transferred', async () => {
  const server = await startServer();
  const { doctor } = await makeStudyWith(server, await colourFiles());
  const client = await server.as(doctor);
  const series = `/dicomweb/studies/${STUDY}/series/2.25.80`;
  const { body } = await client.get(`${series}/metadata`);
  expect(valuesOf(body, '00080018')).toEqual(['2.25.81', '2.25.82']);
  expect(valuesOf(body, '00280004')).toEqual(['RGB', 'YBR_FULL']);
  expect(valuesOf(body, '00280006')).toEqual([0, 0]);
  const frameOf = async (uid: string) =>
    (await partsOf(server.address, client, `${series}/instances/${uid}/frames/1`)).parts[0]!.bytes;
  const jpeg = await frameOf('2.25.81');
  const native = await frameOf('2.25.82');
  expect([jpeg.length, native.length]).toEqual([16 * 8 * 3, 16 * 8 * 3]);
  const orange = [0xe0, 0x80, 0x20];
  orange.forEach((value, channel) => expect(Math.abs(jpeg[channel]! - value)).toBeLessThan(4));
  expect([...native.subarray(0, 6)]).toEqual([150, 60, 180, 150, 60, 180]);
});
