import { getAnnotations, saveAnnotations } from '@snimok/contract/viewing/annotations';
import { expect, test } from 'vitest';
import { responseOf, refusal, sentenceOf } from '../../../testing/requests-and-waiting/contract.ts';
import { shareStudy, shareHeaders } from '../../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';
import { annotation, centre } from './annotations.fixture.ts';

test('annotations are saved per author and shown to other users, who cannot change them', async () => {
  const { asAssistant, asDoctor, context, studyID } = await centre();
  const assistant = await asAssistant();
  const doctor = await asDoctor();
  expect(await assistant.read()).toEqual({ revision: 0, authors: [] });
  const length = annotation('Длина канала <b>');
  expect(responseOf(saveAnnotations, await assistant.save(0, [length]))).toEqual({ revision: 1 });
  const canal = { ...annotation(), kind: 'canal', sizeMm: 2 };
  expect((await doctor.save(0, [canal])).status).toBe(200);
  expect(await doctor.read()).toEqual({
    revision: 1,
    authors: [
      { authorName: 'Клиника на Невском', own: true, updatedAt: expect.any(String), marks: [canal] },
      { authorName: 'Ольга Петрова', own: false, updatedAt: expect.any(String), marks: [length] },
    ],
  });
  // saving changes the caller's own annotations only
  expect(responseOf(saveAnnotations, await doctor.save(1, []))).toEqual({ revision: 2 });
  expect((await assistant.read()).authors.map(({ own, marks }) => [own, marks.length])).toEqual([
    [true, 1],
    [false, 0],
  ]);
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['details'])
    .where('action', '=', 'study.mark')
    .where('studyID', '=', studyID)
    .orderBy('id')
    .execute();
  expect(events.map(({ details }) => details)).toEqual([{ marks: 1 }, { marks: 1 }, { marks: 0 }]);
});

test('if one user saves in two windows, the second gets a conflict and overwrites nothing', async () => {
  const { asAssistant } = await centre();
  const one = await asAssistant();
  const other = await asAssistant();
  const first = await Promise.all([
    one.save(0, [annotation('слева')]),
    other.save(0, [annotation('справа')]),
  ]);
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { revision } = await one.read();
  const second = await Promise.all(
    Array.from({ length: 5 }, (_, n) => (n % 2 ? one : other).save(revision, [annotation(String(n))])),
  );
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const late = second.find(({ status }) => status === 409)!;
  expect(sentenceOf(late)).toBe('Отметки изменены в другом окне. Обновите страницу, чтобы увидеть их');
  expect((await one.save(7, [])).status).toBe(409);
  expect((await one.read()).revision).toBe(2);
});

test('a share recipient can neither read nor save annotations by default', async () => {
  const { assistant, nobody, studyID, asAssistant } = await centre();
  await (await asAssistant()).save(0, [annotation('только для центра')]);
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const session = await nobody.post('/external/study/remote-session', undefined, shareHeaders(token));
  const headers = withTicket(ticketOf(session));
  expect(responseOf(getAnnotations, await nobody.get('/viewer/marks', headers))).toEqual({
    revision: 0,
    authors: [],
  });
  expect((await nobody.get('/viewer/study', headers)).body).toMatchObject({
    can: { mark: false, seeMarks: false, correctArch: false },
  });
  const refused = await nobody.put('/viewer/marks', { revision: 0, marks: [annotation()] }, headers);
  expect(refusal(refused)).toEqual([403, 'У вас нет прав на это действие']);
});

test('a share recipient can read but not save annotations if the sender allows it', async () => {
  const { assistant, nobody, studyID, asAssistant, asDoctor } = await centre();
  const ofCentre = annotation('канал');
  const ofDoctor = annotation('имплант');
  await (await asAssistant()).save(0, [ofCentre]);
  await (await asDoctor()).save(0, [ofDoctor]);
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'], showMarks: true });
  expect(share).toMatchObject({ showMarks: true });
  const session = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const headers = withTicket(ticketOf(session));
  const { revision, authors } = responseOf(getAnnotations, await nobody.get('/viewer/marks', headers));
  expect(revision).toBe(0);
  expect(authors.map(({ own }) => own)).toEqual([false, false]);
  expect(authors.flatMap(({ marks }) => marks)).toEqual([ofDoctor, ofCentre]);
  expect((await nobody.get('/viewer/study', headers)).body).toMatchObject({
    can: { mark: false, seeMarks: true, correctArch: false },
  });
  const refused = await nobody.put('/viewer/marks', { revision: 0, marks: [] }, headers);
  expect(refusal(refused)).toEqual([403, 'У вас нет прав на это действие']);

  // the right ends with the share
  await assistant.delete(share.path);
  expect((await nobody.get('/viewer/marks', headers)).status).toBe(403);
});

test('annotations are limited in number, size and coordinates', async () => {
  const { asAssistant } = await centre();
  const { save, read } = await asAssistant();
  const wrong: unknown[] = [
    'x',
    [{}],
    [{ ...annotation(), kind: 'script' }],
    [{ ...annotation(), markID: '1' }],
    [{ ...annotation(), points: [] }],
    [{ ...annotation(), points: [[1, 2]] }],
    [{ ...annotation(), points: [[1, 2, 1e9]] }],
    [{ ...annotation(), points: [[1, 2, null]] }],
    [{ ...annotation(), points: Array.from({ length: 501 }, () => [0, 0, 0]) }],
    [{ ...annotation(), text: 'я'.repeat(1001) }],
    [{ ...annotation(), sizeMm: -1 }],
    [{ ...annotation(), series: 1.5 }],
    Array.from({ length: 501 }, () => annotation()),
    // within the limit of each annotation, but too large together
    Array.from({ length: 60 }, () => ({
      ...annotation(),
      points: Array.from({ length: 500 }, () => [0, 0, 0]),
    })),
  ];
  for (const marks of wrong) {
    const reply = await save(0, marks);
    expect([JSON.stringify(marks).slice(0, 200), reply.status]).toEqual([expect.any(String), 400]);
  }
  expect((await read()).authors).toEqual([]);
  expect(
    (
      await save(
        0,
        Array.from({ length: 500 }, () => annotation('я'.repeat(100))),
      )
    ).status,
  ).toBe(200);
  const [own] = (await read()).authors;
  expect(own?.marks).toHaveLength(500);
  expect((await save(1, [annotation('с\u0000нулём\nи строкой')])).status).toBe(200);
  expect((await read()).authors[0]?.marks[0]?.text).toBe('снулём\nи строкой');
});

test('regions are sent only to clients that request them, and a save by an older client keeps them', async () => {
  const { assistant, nobody, studyID } = await centre();
  const headers = withTicket(ticketOf(await assistant.post(`/assistant/studies/${studyID}/remote-session`)));
  const region = {
    ...annotation('1 050 ± 50'),
    kind: 'polygon',
    points: [
      [0, 0, 0],
      [9, 0, 0],
      [9, 9, 0],
    ],
  };
  const saved = { revision: 0, regions: true, marks: [region] };
  expect((await nobody.put('/viewer/marks', saved, headers)).status).toBe(200);
  const read = async (query: string) =>
    responseOf(getAnnotations, await nobody.get(`/viewer/marks${query}`, headers)).authors.flatMap(
      ({ marks }) => marks,
    );
  expect(await read('?regions=true')).toEqual([region]);
  expect(await read('')).toEqual([]);
  const length = annotation();
  expect((await nobody.put('/viewer/marks', { revision: 1, marks: [length] }, headers)).status).toBe(200);
  expect(await read('?regions=true')).toEqual([length, region]);
  expect((await nobody.put('/viewer/marks', { ...saved, revision: 2, marks: [] }, headers)).status).toBe(200);
  expect(await read('?regions=true')).toEqual([]);
});
