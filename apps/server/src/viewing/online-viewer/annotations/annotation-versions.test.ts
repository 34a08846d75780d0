import { randomUUID } from 'node:crypto';
import { getAnnotationVersion, listAnnotationVersions } from '@snimok/contract/viewing/annotation-versions';
import { getAnnotations } from '@snimok/contract/viewing/annotations';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';

const VERSIONS = '/viewer/marks/versions';
/** More than the time in which one version is kept, and less than the lifetime of a ticket. */
const LATER_MS = 20 * 60_000;

const note = (text: string, markID: string = randomUUID()) => ({
  markID,
  kind: 'note',
  on: 'volume',
  series: 0,
  frame: null,
  points: [[1, 2, 3]],
  text,
  sizeMm: null,
});

const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const { studyID, patientID } = await make.study({
    doctor: await make.doctor({ flags: ['remote-viewer'] }),
    status: 'done',
  });
  const open = async (name: string) => {
    const client = await as(await make.assistant({ name }));
    const headers = withTicket(ticketOf(await client.post(`/assistant/studies/${studyID}/remote-session`)));
    return {
      client,
      save: async (revision: number, marks: unknown) =>
        expect((await nobody.put('/viewer/marks', { revision, marks }, headers)).status).toBe(200),
      list: async () => responseOf(listAnnotationVersions, await nobody.get(VERSIONS, headers)).versions,
      get: (versionID: string) => nobody.get(`${VERSIONS}/${versionID}`, headers),
      marks: async (query = '') => {
        const reply = await nobody.get(`/viewer/marks${query}`, headers);
        return responseOf(getAnnotations, reply).authors.flatMap(({ marks }) => marks);
      },
    };
  };
  return { ...server, studyID, patientID, open };
};

test('earlier versions are listed with author and time, and each can be read', async () => {
  const { open, clock } = await centre();
  const olga = await open('Ольга');
  const igor = await open('Игорь');
  const first = note('первая');
  const second = note('вторая');
  await olga.save(0, [first]);
  clock.advance(LATER_MS);
  await olga.save(1, [first, second]);
  clock.advance(LATER_MS);
  await olga.save(2, []);
  const versions = await olga.list();
  expect(versions.map(({ count, own, authorName }) => [count, own, authorName])).toEqual([
    [2, true, 'Ольга'],
    [1, true, 'Ольга'],
  ]);
  expect(Date.parse(versions[0]!.savedAt) - Date.parse(versions[1]!.savedAt)).toBeGreaterThanOrEqual(
    LATER_MS,
  );
  expect((await igor.list()).map(({ own }) => own)).toEqual([false, false]);
  const version = responseOf(getAnnotationVersion, await igor.get(versions[0]!.versionID));
  expect(version.marks.map(({ text }) => text)).toEqual(['первая', 'вторая']);
  // a restored version is saved like any other change, so that nothing is lost
  await olga.save(3, version.marks);
  expect((await olga.marks()).map(({ text }) => text)).toEqual(['первая', 'вторая']);
});

test('versions belong to their study, and recipients of a share see none', async () => {
  const { open, clock, make, nobody, studyID } = await centre();
  const olga = await open('Ольга');
  await olga.save(0, [note('первая')]);
  clock.advance(LATER_MS);
  await olga.save(1, []);
  const [{ versionID } = { versionID: '' }] = await olga.list();
  expect((await olga.get('999999-1')).status).toBe(404);
  expect((await olga.get('x')).status).toBe(404);
  const other = await make.study({ status: 'done' });
  const path = `/assistant/studies/${other.studyID}/remote-session`;
  const headers = withTicket(ticketOf(await olga.client.post(path)));
  expect((await nobody.get(`${VERSIONS}/${versionID}`, headers)).status).toBe(404);
  expect((await nobody.get(VERSIONS, headers)).body).toEqual({ versions: [] });
  const { token } = await shareStudy(olga.client, studyID, { flags: ['remote-viewer'], showMarks: true });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(token));
  const recipient = withTicket(ticketOf(opened));
  expect((await nobody.get(VERSIONS, recipient)).body).toEqual({ versions: [] });
  expect((await nobody.get(`${VERSIONS}/${versionID}`, recipient)).status).toBe(404);
});

test('an annotation keeps its time until it is changed, whatever the client sends', async () => {
  const { open, clock } = await centre();
  const olga = await open('Ольга');
  const kept = note('прежняя');
  const changed = note('черновик');
  const times = async () => (await olga.marks('?times=true')).map(({ changedAt }) => changedAt);
  await olga.save(0, [kept, changed]);
  const [created] = await times();
  expect(created).toEqual(expect.any(String));
  clock.advance(LATER_MS);
  const forged = { ...kept, changedAt: '2001-01-01T00:00:00.000Z' };
  await olga.save(1, [forged, { ...changed, text: 'готово' }]);
  const [unchanged, later] = await times();
  expect(unchanged).toBe(created);
  expect(Date.parse(later!) - Date.parse(created!)).toBeGreaterThanOrEqual(LATER_MS);
  // clients of earlier versions get only the fields that they know
  expect(await olga.marks()).toEqual([kept, { ...changed, text: 'готово' }]);
});
