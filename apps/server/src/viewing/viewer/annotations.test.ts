import { randomUUID } from 'node:crypto';
import { getAnnotations, saveAnnotations } from '@snimok/contract/annotations';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { promised, refusal, sentenceOf } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';
import { shareStudy, bearing } from '../../testing/share.ts';
import { ticketIn, withTicket } from '../../testing/viewer.ts';

const mark = (text = '') => ({
  markID: randomUUID(),
  kind: 'length' as const,
  on: 'volume' as const,
  series: 0,
  frame: null,
  points: [
    [1.5, -2, 30],
    [11.5, -2, 30],
  ] as [number, number, number][],
  text,
  sizeMm: null,
});

/** A done study; marks belong to it whether its pictures are made already or not. */
const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'], name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done' });
  const assistant = await as(await make.assistant({ name: 'Ольга Петрова' }));
  const doctor = await as(owner);
  const view = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketIn(await client.post(path)));
    return {
      read: async () => promised(getAnnotations, await nobody.get('/viewer/marks', headers)),
      save: (revision: number, marks: unknown) => nobody.put('/viewer/marks', { revision, marks }, headers),
    };
  };
  return {
    ...server,
    assistant,
    studyID,
    patient,
    asAssistant: () => view(assistant, `/assistant/studies/${studyID}/remote-session`),
    asDoctor: () => view(doctor, `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`),
  };
};

test('what one has drawn is kept with the study under her name, and shown to the other', async () => {
  const { asAssistant, asDoctor, context, studyID } = await centre();
  const [hers, his] = [await asAssistant(), await asDoctor()];
  expect(await hers.read()).toEqual({ revision: 0, authors: [] });
  const length = mark('Длина канала <b>');
  expect(promised(saveAnnotations, await hers.save(0, [length]))).toEqual({ revision: 1 });
  const canal = { ...mark(), kind: 'canal', sizeMm: 2 };
  expect((await his.save(0, [canal])).status).toBe(200);
  expect(await his.read()).toEqual({
    revision: 1,
    authors: [
      { authorName: 'Клиника на Невском', own: true, updatedAt: expect.any(String), marks: [canal] },
      { authorName: 'Ольга Петрова', own: false, updatedAt: expect.any(String), marks: [length] },
    ],
  });
  // hers are hers alone to change
  expect(promised(saveAnnotations, await his.save(1, []))).toEqual({ revision: 2 });
  expect((await hers.read()).authors.map(({ own, marks }) => [own, marks.length])).toEqual([
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

test('of two windows of one person the second to save is told, and nothing is overwritten', async () => {
  const { asAssistant } = await centre();
  const [one, other] = [await asAssistant(), await asAssistant()];
  const first = await Promise.all([one.save(0, [mark('слева')]), other.save(0, [mark('справа')])]);
  expect(first.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { revision } = await one.read();
  const second = await Promise.all(
    Array.from({ length: 5 }, (_, n) => (n % 2 ? one : other).save(revision, [mark(String(n))])),
  );
  expect(second.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
  const late = second.find(({ status }) => status === 409)!;
  expect(sentenceOf(late)).toBe('Отметки изменены в другом окне. Обновите страницу, чтобы увидеть их');
  expect((await one.save(7, [])).status).toBe(409);
  expect((await one.read()).revision).toBe(2);
});

test('whoever has a share draws for herself: she reads none and keeps none', async () => {
  const { assistant, nobody, studyID, asAssistant } = await centre();
  await (await asAssistant()).save(0, [mark('только для центра')]);
  const { token } = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const session = await nobody.post('/external/study/remote-session', undefined, bearing(token));
  const headers = withTicket(ticketIn(session));
  expect(promised(getAnnotations, await nobody.get('/viewer/marks', headers))).toEqual({
    revision: 0,
    authors: [],
  });
  expect((await nobody.get('/viewer/study', headers)).body).toMatchObject({
    can: { mark: false, correctArch: false },
  });
  const refused = await nobody.put('/viewer/marks', { revision: 0, marks: [mark()] }, headers);
  expect(refusal(refused)).toEqual([403, 'У вас нет прав на это действие']);
});

test('marks are few, small and in their place', async () => {
  const { asAssistant } = await centre();
  const { save, read } = await asAssistant();
  const wrong: unknown[] = [
    'x',
    [{}],
    [{ ...mark(), kind: 'script' }],
    [{ ...mark(), markID: '1' }],
    [{ ...mark(), points: [] }],
    [{ ...mark(), points: [[1, 2]] }],
    [{ ...mark(), points: [[1, 2, 1e9]] }],
    [{ ...mark(), points: [[1, 2, null]] }],
    [{ ...mark(), points: Array.from({ length: 501 }, () => [0, 0, 0]) }],
    [{ ...mark(), text: 'я'.repeat(1001) }],
    [{ ...mark(), sizeMm: -1 }],
    [{ ...mark(), series: 1.5 }],
    Array.from({ length: 501 }, () => mark()),
    // many of the longest: more than anybody draws
    Array.from({ length: 60 }, () => ({ ...mark(), points: Array.from({ length: 500 }, () => [0, 0, 0]) })),
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
        Array.from({ length: 500 }, () => mark('я'.repeat(100))),
      )
    ).status,
  ).toBe(200);
  const [own] = (await read()).authors;
  expect(own?.marks).toHaveLength(500);
  expect((await save(1, [mark('с\u0000нулём\nи строкой')])).status).toBe(200);
  expect((await read()).authors[0]?.marks[0]?.text).toBe('снулём\nи строкой');
});
