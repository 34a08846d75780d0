import type { Readable } from 'node:stream';
import { inflateSync } from 'node:zlib';
import type { ViewerSeries, VolumeSeries } from '@snimok/contract/viewing/online-viewer';
import { decodeHtj2k } from '@snimok/imaging/dicom/codecs/jpeg-2000';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { type FileToSend, sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { openConnection, openSlowReader } from '../../../testing/portal/slow-reader.ts';
import { slices, slicesValue } from '../../../testing/scans/slices.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { framesOf, readyStudy, ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

type Volume = z.infer<typeof VolumeSeries>;

/** Uploads and processes a study, and opens it in the viewer as an assistant. */
const openStudy = async (type: 'rg' | 'cbct', files: FileToSend[]) => {
  const server = await startServer();
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type });
  const { error } = await sendStudy(assistant, studyID, files);
  expect(error).toBeNull();
  const ticket = ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`));
  const study = await readyStudy(server.nobody, ticket);
  const frames = (path: string) => framesOf(server.address, ticket, path);
  return { ...server, assistant, studyID, ticket, study, frames };
};

const volumeIn = ([first]: z.infer<typeof ViewerSeries>[]): Volume => {
  if (first?.kind !== 'volume') throw new Error(`no volume: ${first?.warnings.join()}`);
  return first;
};

const levelOf = ({ levels }: Volume, wanted: string) => {
  const found = levels.find(({ level }) => level === wanted);
  if (!found) throw new Error(`no ${wanted}`);
  return found;
};

const samplesOf = async (bytes: Uint8Array, [columns, rows]: readonly number[]): Promise<Uint16Array> => {
  const shape = { columns: columns!, rows: rows!, samples: 1, bitsAllocated: 16 };
  return (await decodeHtj2k(bytes, shape)).words as Uint16Array;
};

test('a volume is sent losslessly, slice by slice in ascending position', async () => {
  const columns = 160;
  const rows = 152;
  const count = 21;
  const { study, frames } = await openStudy('cbct', slices({ columns, rows, slices: count }));
  expect(study).toMatchObject({ status: 'ready', firstSeries: 0, patientName: 'Иванов Иван Иванович' });
  const series = volumeIn(study.series);
  expect(series).toMatchObject({
    modality: 'CT',
    description: 'КЛКТ',
    frameCount: count,
    warnings: [],
    scale: { bits: 16, slope: 1, intercept: -1024 },
    inverted: false,
    directions: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  });
  expect(series.levels.map(({ level }) => level)).toEqual(['preview', 'full']);
  const full = levelOf(series, 'full');
  expect(full).toMatchObject({
    size: [columns, rows, count],
    spacingMm: [0.3, 0.25, expect.closeTo(0.4, 9)],
    originMm: [-20, -30, 5],
    encoding: 'htj2k',
    lossless: true,
  });
  const sent = await frames(`0/frames?from=0&count=512`);
  expect(sent.map(({ position: place }) => place)).toEqual(Array.from({ length: count }, (_, at) => at));
  expect(sent.reduce((bytes, frame) => bytes + 8 + frame.bytes.length, 0)).toBe(full.sizeBytes);
  for (const { position: place, bytes } of sent) {
    const samples = await samplesOf(bytes, full.size);
    const wrong = samples.findIndex(
      (sample, at) => sample !== slicesValue(at % columns, Math.floor(at / columns), place),
    );
    expect([place, wrong]).toEqual([place, -1]);
  }
  // any range, in any order
  expect((await frames('0/frames?from=19&count=8')).map(({ position: place }) => place)).toEqual([19, 20]);
  expect(await frames('0/frames?from=7')).toEqual([sent[7]]);
});

test('the coarse volume comes first, each voxel at the centre of the voxels it averages', async () => {
  const columns = 160;
  const rows = 201;
  const count = 8;
  const { study, frames } = await openStudy('cbct', slices({ columns, rows, slices: count }));
  const series = volumeIn(study.series);
  const preview = levelOf(series, 'preview');
  expect(preview).toMatchObject({ size: [80, 101, 8], factor: [2, 2, 1], lossless: false });
  // the centre of the first block of four, and of the last whole one
  expect(preview.originMm.map((mm) => Number(mm.toFixed(6)))).toEqual([-19.85, -29.875, 5]);
  expect(preview.originMm[1] + preview.spacingMm[1] * 99).toBeCloseTo(-30 + 0.25 * 198.5, 6);
  expect(preview.originMm[2] + preview.spacingMm[2] * 7).toBeCloseTo(5 + 0.4 * 7, 6);
  const sent = await frames('0/frames?level=preview&count=512');
  expect(sent).toHaveLength(8);
  const range = 4095;
  for (const { position: place, bytes } of sent) {
    const samples = await samplesOf(bytes, preview.size);
    const meanAt = (x: number, y: number) => {
      const own = [0, 1].flatMap((dy) => [0, 1].map((dx) => slicesValue(2 * x + dx, 2 * y + dy, place)));
      return own.reduce((sum, value) => sum + value, 0) / own.length;
    };
    let off = 0;
    for (let y = 0; y < 100; y += 1)
      for (let x = 0; x < 80; x += 1) off += Math.abs(samples[y * 80 + x]! - meanAt(x, y));
    expect(off / 8000).toBeLessThan(range / 100);
  }
});

test('a large volume also has a half level, for phones', async () => {
  const columns = 416;
  const rows = 400;
  const count = 100;
  const { study, frames } = await openStudy('cbct', slices({ columns, rows, slices: count }));
  const half = levelOf(volumeIn(study.series), 'half');
  expect(half).toMatchObject({ size: [208, 200, 100], factor: [2, 2, 1], lossless: true });
  const [last] = await frames('0/frames?level=half&from=99');
  const samples = await samplesOf(last!.bytes, half.size);
  const x = 200;
  const y = 150;
  const block = [0, 1].flatMap((dy) => [0, 1].map((dx) => slicesValue(2 * x + dx, 2 * y + dy, 99)));
  expect(samples[y * 208 + x]).toBe(Math.round(block.reduce((sum, value) => sum + value, 0) / 4));
});

test('an unreadable slice is left empty and named, and the other slices keep their positions', async () => {
  const files = slices({ columns: 40, rows: 36, slices: 12 });
  const broken = files.map((file, at) =>
    at === 5 ? { ...file, bytes: file.bytes.subarray(0, -1000) } : file,
  );
  const { study, frames } = await openStudy('cbct', broken);
  const series = volumeIn(study.series);
  expect(series.warnings).toEqual(['1 срез не читается: место отмечено штриховкой']);
  expect([series.missing, levelOf(series, 'full').size]).toEqual([[5], [40, 36, 12]]);
  const sent = await frames('0/frames?count=12');
  const fifth = await samplesOf(sent[5]!.bytes, [40, 36]);
  const sixth = await samplesOf(sent[6]!.bytes, [40, 36]);
  expect(new Set(fifth).size).toBe(1);
  expect(sixth[0]).toBe(slicesValue(0, 0, 6));
});

test('images that are not slices of the volume get a series of their own; slices of two sizes form no volume', async () => {
  const size = { columns: 40, rows: 36, slices: 12 };
  const scout = slices({ columns: 64, rows: 20, slices: 1, positionMm: () => [0, 90, 0] });
  const mixed = [10, 20].flatMap((rows) =>
    slices({ columns: 40, rows, slices: 6, seriesInstanceUID: '2.25.2' }).map((file) => ({
      ...file,
      filename: `${rows}/${file.filename}`,
    })),
  );
  const { study } = await openStudy('cbct', [
    ...slices(size),
    ...scout.map((file) => ({ ...file, filename: 'scout.dcm' })),
    ...mixed,
  ]);
  expect(study.series.map(({ kind, frameCount, warnings }) => [kind, frameCount, warnings])).toEqual([
    // without series numbers, in the order of their files
    ['pictures', 12, ['Срезы серии разные, объём из них не строится: они показаны по одному']],
    ['volume', 12, ['1 снимок (№ 1) другого размера: в отдельной серии']],
    ['pictures', 1, ['Не вошло в объём серии: 1 снимок (№ 1) другого размера']],
  ]);
});

test('an X-ray states its pixel spacing and where that was measured, and photographs are shown beside it', async () => {
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a05020' } })
    .jpeg()
    .toBuffer();
  const { study, frames } = await openStudy('rg', [
    radiograph(),
    { filename: 'фото.jpg', bytes: photo },
    { filename: 'viewer.exe', bytes: Buffer.from('MZ: no picture') },
  ]);
  expect(study.series).toMatchObject([
    {
      kind: 'pictures',
      modality: 'PX',
      warnings: [],
      frames: [
        {
          columns: 32,
          rows: 24,
          encoding: 'deflate',
          scale: { bits: 16, slope: 1, intercept: 0 },
          spacingMm: [0.1, 0.1],
          measuredAt: 'detector',
          patientOrientation: ['L', 'F'],
          inverted: false,
        },
      ],
    },
    { kind: 'pictures', modality: null, frames: [{ columns: 64, rows: 48, encoding: 'png', scale: null }] },
  ]);
  const [xray] = await frames('0/frames');
  const words = inflateSync(xray!.bytes);
  expect(Array.from({ length: 32 * 24 }, (_, at) => words.readUInt16LE(at * 2))).toEqual(
    Array.from({ length: 32 * 24 }, (_, at) => (at * 3) & 4095),
  );
  const [picture] = await frames('1/frames');
  const { data, info } = await sharp(picture!.bytes).raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([64, 48, 3]);
  expect(Math.abs(data[0]! - 0xa0)).toBeLessThan(6);
});

test('the two parts of a frame make the whole frame; for a level without parts they are not found', async () => {
  const count = 12;
  const { study, frames, nobody, ticket } = await openStudy(
    'cbct',
    slices({ columns: 160, rows: 152, slices: count }),
  );
  const full = levelOf(volumeIn(study.series), 'full');
  const whole = await frames(`0/frames?count=${count}`);
  const half = await frames(`0/frames?count=${count}&part=half`);
  const remaining = await frames(`0/frames?count=${count}&part=rest`);
  expect(half.reduce((bytes, frame) => bytes + 8 + frame.bytes.length, 0)).toBe(full.halfBytes);
  expect(full.halfBytes! / full.sizeBytes).toBeLessThan(0.5);
  const joined = half.map(({ position, bytes }, at) => ({
    position,
    bytes: Buffer.concat([bytes, remaining[at]!.bytes]),
  }));
  expect(joined).toEqual(whole);
  expect(await frames('0/frames?from=4&count=2&part=half')).toEqual(half.slice(4, 6));
  expect(await frames('0/frames?from=11&count=9&part=rest')).toEqual(remaining.slice(11));
  const everyOther = (all: typeof whole, from: number) =>
    all.filter(({ position }) => position >= from && (position - from) % 2 === 0);
  expect(await frames(`0/frames?from=1&count=${count}&every=2`)).toEqual(everyOther(whole, 1));
  expect(await frames('0/frames?from=2&count=3&every=2&part=half')).toEqual(everyOther(half, 2).slice(0, 3));
  expect(await frames('0/frames?from=3&count=1&every=2&part=rest')).toEqual([remaining[3]]);
  // the preview is lossy; frames of earlier renditions are stored in the same way
  const headers = { authorization: `Bearer ${ticket}` };
  const levelWithout = await nobody.get('/viewer/series/0/frames?level=preview&part=half', headers);
  expect(levelWithout.status).toBe(404);
});

test('a client that disconnects before its parts of frames are sent leaves no stream of the store open', async () => {
  const files = slices({ columns: 160, rows: 152, slices: 8 });
  const { app, address, context, ticket } = await openStudy('cbct', files);
  const { socket, closedByServer } = await openConnection({ app, address });
  const read = context.storage.read.bind(context.storage);
  const opened: Readable[] = [];
  context.storage.read = async (...range) => {
    opened.push(await read(...range));
    socket.destroy();
    await closedByServer;
    return opened.at(-1)!;
  };
  const path = '/api/1/viewer/series/0/frames?count=8&part=half';
  socket.write(`GET ${path} HTTP/1.1\r\nHost: portal.test\r\nAuthorization: Bearer ${ticket}\r\n\r\n`);
  await until('the stream to be closed', () => opened.length > 0 && opened.every(({ closed }) => closed));
});

test('frames outside a series are not found', async () => {
  const { nobody, ticket } = await openStudy('cbct', volume(8));
  const headers = { authorization: `Bearer ${ticket}` };
  const statusOf = async (path: string) => (await nobody.get(`/viewer/series/${path}`, headers)).status;
  const missing = ['1', '-1', 'x', '9999999'].map((series) => `${series}/frames`);
  missing.push('0/frames?from=8', '0/frames?level=half');
  for (const path of missing) expect([path, await statusOf(path)]).toEqual([path, 404]);
  for (const path of [
    '0/frames?count=0',
    '0/frames?count=513',
    '0/frames?every=3',
    '0/frames?from=-1',
    '0/frames?level=huge',
  ])
    expect([path, await statusOf(path)]).toEqual([path, 400]);
  expect(await statusOf('0/frames?from=7&count=512')).toBe(200);
});

test('a running response with frames is aborted when access ends', async () => {
  const server = await openStudy(
    'cbct',
    // larger than the socket buffers, so that the server waits for the reader
    slices({ columns: 640, rows: 512, slices: 96 }),
  );
  const { context, studyID, address } = server;
  const path = '/viewer/series/0/frames?count=512';
  const headers = withTicket(server.ticket);
  const complete = await fetch(`${address}/api/1${path}`, { headers });
  const bytes = (await complete.arrayBuffer()).byteLength;
  expect(bytes).toBe(Number(complete.headers.get('content-length')));
  const running = await openSlowReader(server, path, headers);
  expect(running.isClosed()).toBe(false);
  await context.db.updateTable('studies').set({ status: 'archived' }).where('id', '=', studyID).execute();
  await running.closedByServer;
  expect(await running.readRest()).toBeLessThan(bytes);
});
