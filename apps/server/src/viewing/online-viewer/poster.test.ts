import { getViewerStudy, openViewer, openExternalViewer } from '@snimok/contract/viewing/online-viewer';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { sendStudy } from '../../testing/scans/sending.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { slices } from '../../testing/scans/slices.ts';
import { readyStudy, ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const SIZE = [160, 152, 40] as const;
/** Smooth, and different along each axis. */
const sampleAt = (column: number, row: number, slice: number) => 8 * column + 5 * row + 30 * slice;

const centre = async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  const [columns, rows, count] = SIZE;
  await sendStudy(assistant, studyID, slices({ columns, rows, slices: count, sampleAt }));
  const path = `/assistant/studies/${studyID}/remote-session`;
  const ticket = ticketOf(await assistant.post(path));
  await readyStudy(server.nobody, ticket);
  return { ...server, assistant, studyID, path, ticket };
};

test('on request, a viewer session is opened together with its study and a poster of three middle planes', async () => {
  const { assistant, path, nobody, ticket: earlier, studyID, context } = await centre();
  const opened = responseOf(openViewer, await assistant.post(`${path}?study=true`));
  const { study } = opened;
  const series = study!.series[0]!;
  if (series.kind !== 'volume') throw new Error('no volume');
  const { pointMm, planes, picture, ...poster } = study!.poster!;
  expect(poster.series).toBe(0);
  const full = series.levels.at(-1)!;
  const at = pointMm.map((mm, axis) => (mm - full.originMm[axis]!) / full.spacingMm[axis]!);
  expect(at).toEqual([80, 76, 20].map((index) => expect.closeTo(index, 6)));
  expect(planes).toEqual([
    { columns: 152, rows: 40 },
    { columns: 160, rows: 40 },
    { columns: 160, rows: 152 },
  ]);
  const bytes = Buffer.from(picture, 'base64');
  expect(bytes.length).toBeLessThan(60_000);
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  const { slope, intercept } = series.scale;
  const { center, width } = series.window;
  const greyOf = (sample: number) =>
    Math.min(255, Math.max(0, ((sample * slope + intercept - center) / width + 0.5) * 255));
  const expected = [
    (x: number, y: number) => sampleAt(80, x, y),
    (x: number, y: number) => sampleAt(x, 76, y),
    (x: number, y: number) => sampleAt(x, y, 20),
  ];
  let top = 0;
  for (const [plane, size] of planes.entries()) {
    let off = 0;
    for (let y = 0; y < size.rows; y += 1)
      for (let x = 0; x < size.columns; x += 1)
        off += Math.abs(data[((top + y) * info.width + x) * info.channels]! - greyOf(expected[plane]!(x, y)));
    expect([plane, off / (size.columns * size.rows) < 4]).toEqual([plane, true]);
    top += size.rows;
  }
  // the same as the ticket's own call returns
  const ticket = ticketOf({ body: opened } as never);
  const own = await nobody.get('/viewer/study?poster=true', withTicket(ticket));
  expect(responseOf(getViewerStudy, own)).toEqual(study);

  // a share recipient gets the study of the share only, without rights of staff
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const external = '/external/study/remote-session?study=true';
  const shared = responseOf(openExternalViewer, await nobody.post(external, undefined, shareHeaders(token)));
  expect(shared.study).toMatchObject({ studyID, can: { mark: false, correctArch: false } });
  expect(shared.study!.poster).not.toBeNull();

  // pages of earlier versions do not ask for the poster; a rendition of an earlier version has no poster
  expect(Object.keys(responseOf(openViewer, await assistant.post(path)))).toEqual(['remoteSessionURL']);
  expect(
    responseOf(getViewerStudy, await nobody.get('/viewer/study', withTicket(earlier))),
  ).not.toHaveProperty('poster');
  await context.db
    .updateTable('objectViewSeries')
    .set({ places: sql`places - 'poster'` })
    .execute();
  const old = responseOf(openViewer, await assistant.post(`${path}?study=true`));
  expect(old.study).toMatchObject({ status: 'ready', poster: null });
});

test('a volume with a slice that was not measured has no poster, because a poster cannot mark it', async () => {
  const server = await startServer();
  await server.work('process-upload', 'make-rendition');
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  const files = slices({ columns: 40, rows: 36, slices: 12 }).map((file, at) =>
    at === 5 ? { ...file, bytes: file.bytes.subarray(0, -1000) } : file,
  );
  await sendStudy(assistant, studyID, files);
  const path = `/assistant/studies/${studyID}/remote-session`;
  await readyStudy(server.nobody, ticketOf(await assistant.post(path)));
  const { study } = responseOf(openViewer, await assistant.post(`${path}?study=true`));
  expect(study).toMatchObject({ status: 'ready', poster: null });
});
