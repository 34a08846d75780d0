import { listSeries } from '@snimok/contract/viewing/series-thumbnails';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { volume, radiograph } from '../../../testing/scans/dicom.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { slices } from '../../../testing/scans/slices.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

test('assistants and the study’s doctor get its series with thumbnails, another doctor does not', async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  await server.work('process-upload', 'make-rendition');
  const owner = await make.doctor();
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, type: 'cbct' });
  const assistant = await as(await make.assistant());
  const path = `/studies/${studyID}/series`;
  expect(responseOf(listSeries, await assistant.get(path))).toEqual({ series: [], making: false });
  await sendStudy(assistant, studyID, [
    ...slices({ columns: 64, rows: 48, slices: 10 }),
    ...volume(9, 'second'),
    radiograph('third.dcm'),
  ]);
  const listed = await until('the series', async () => {
    const { series, making } = responseOf(listSeries, await assistant.get(path));
    return !making && series.length > 0 && series;
  });
  expect(listed.map(({ kind, modality, frameCount }) => [kind, modality, frameCount])).toEqual([
    ['volume', 'CT', 10],
    ['volume', 'CT', 9],
    ['pictures', 'PX', 1],
  ]);
  const doctor = await as(owner);
  expect((await doctor.get(path)).body).toEqual({ series: listed, making: false });
  for (const { thumbnailURL } of listed) {
    const reply = await fetch(`${server.address}${thumbnailURL}`, { headers: { cookie: doctor.cookie } });
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'private, no-store',
    ]);
    const picture = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect(Math.max(picture.width, picture.height)).toBe(256);
  }
  // non-square pixels of 0.3 by 0.25 mm keep their proportions in millimetres
  const [first] = listed;
  const shown = await fetch(`${server.address}${first!.thumbnailURL}`, {
    headers: { cookie: doctor.cookie },
  });
  const { width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
  expect(width / height).toBeCloseTo((64 * 0.3) / (48 * 0.25), 1);

  const otherDoctor = await as(await make.doctor());
  expect((await otherDoctor.get(path)).status).toBe(404);
  expect((await otherDoctor.get(`${path}/0/thumbnail`)).status).toBe(404);
  expect((await nobody.get(`${path}/0/thumbnail`)).status).toBe(401);
  for (const missing of ['3', '-1', 'x', '99999999'])
    expect([missing, (await doctor.get(`${path}/${missing}/thumbnail`)).status]).toEqual([missing, 404]);
});
