import { randomUUID } from 'node:crypto';
import { getAnnotations, saveAnnotations } from '@snimok/contract/annotations';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/client.ts';
import { responseOf, refusal, sentenceOf } from '../../testing/contract.ts';
import { startServer } from '../../testing/server.ts';
import { shareStudy, shareHeaders } from '../../testing/share.ts';
import { ticketOf, withTicket } from '../../testing/viewer.ts';

const annotation = (text = '') => ({
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

/** A done study without a rendition, which annotations do not need. */
const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'], name: 'Клиника на Невском' });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done' });
  const assistant = await as(await make.assistant({ name: 'Ольга Петрова' }));
  const doctor = await as(owner);
  const openSession = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketOf(await client.post(path)));
    return {
      read: async () => responseOf(getAnnotations, await nobody.get('/viewer/marks', headers)),
      savePlan: (revision: number, marks: unknown, plan: unknown) =>
        nobody.put('/viewer/marks', { revision, marks, plan }, headers),
      save: (revision: number, marks: unknown) => nobody.put('/viewer/marks', { revision, marks }, headers),
    };
  };
  return {
    ...server,
    assistant,
    studyID,
    patient,
    asAssistant: () => openSession(assistant, `/assistant/studies/${studyID}/remote-session`),
    asDoctor: () =>
      openSession(doctor, `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`),
  };
};

test('annotations are saved per author and shown to other users, who cannot change them', async () => {
  const { asAssistant, asDoctor, context, studyID } = await centre();
  const [assistant, doctor] = [await asAssistant(), await asDoctor()];
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

test('what is set in reading modes is saved, and stays when a viewer of an earlier version changes the plan', async () => {
  const { asAssistant } = await centre();
  const assistant = await asAssistant();
  const plan = { sleeveMm: 1.5, warnMm: 2, levellings: [] };
  const center: [number, number, number] = [-50.5, 12, 30];
  const reading = {
    series: 0,
    line: { points: [center, [10, 12, 30]], across: [0, 0, 1], isCurved: true },
    condyles: {
      right: { center, lateral: [-0.94, -0.342, 0] },
      left: { center: [50, 12, 30], lateral: [0.94, -0.342, 0] },
    },
    landmarks: [{ view: 'lateral', name: 'S', at: center }],
    region: { at: center, low: -100, high: 300, reachMm: 20 },
    airway: { at: center, below: -470, upMm: 15, downMm: 12 },
  };
  expect((await assistant.savePlan(0, [], { ...plan, readings: [reading] })).status).toBe(200);
  expect((await assistant.savePlan(1, [], { ...plan, warnMm: 3 })).status).toBe(200);
  const [own] = (await assistant.read()).authors;
  expect(own!.plan).toEqual({ ...plan, warnMm: 3, readings: [reading] });
  expect((await assistant.savePlan(2, [], { ...plan, readings: [] })).status).toBe(200);
  expect((await assistant.read()).authors[0]!.plan).toEqual({ ...plan, readings: [] });
  const wrong = [
    { ...reading, line: { ...reading.line, points: [center] } },
    { ...reading, landmarks: [{ view: 'oblique', name: 'S', at: center }] },
    { ...reading, region: { ...reading.region, reachMm: 0 } },
  ];
  for (const each of wrong)
    expect((await assistant.savePlan(3, [], { ...plan, readings: [each] })).status).toBe(400);
});

test('landmarks of an X-ray are saved, shown to others, and stay when a viewer of an earlier version changes the plan', async () => {
  const { asAssistant, asDoctor, assistant: client, nobody, studyID } = await centre();
  const [assistant, doctor] = [await asAssistant(), await asDoctor()];
  const plan = { sleeveMm: 1.5, warnMm: 2, levellings: [] };
  const S = { name: 'S', at: [412.25, 300.5] };
  const cephalogram = { series: 0, frame: 1, view: 'lateral', landmarks: [S] };
  expect((await assistant.savePlan(0, [], { ...plan, cephalograms: [cephalogram] })).status).toBe(200);
  expect((await assistant.savePlan(1, [], { ...plan, warnMm: 3 })).status).toBe(200);
  const [shown] = (await doctor.read()).authors;
  expect(shown).toMatchObject({ authorName: 'Ольга Петрова', own: false });
  expect(shown!.plan).toEqual({ ...plan, warnMm: 3, cephalograms: [cephalogram] });

  const wrong = [
    { ...cephalogram, view: 'oblique' },
    { ...cephalogram, frame: -1 },
    { ...cephalogram, landmarks: [{ ...S, at: [412.25] }] },
    { ...cephalogram, landmarks: [{ ...S, name: '' }] },
    { ...cephalogram, landmarks: Array.from({ length: 101 }, () => S) },
  ];
  for (const each of wrong)
    expect((await assistant.savePlan(2, [], { ...plan, cephalograms: [each] })).status).toBe(400);

  const recipient = async (showMarks: boolean) => {
    const { token } = await shareStudy(client, studyID, { flags: ['remote-viewer'], showMarks });
    const session = await nobody.post('/external/study/remote-session', undefined, shareHeaders(token));
    return withTicket(ticketOf(session));
  };
  const [allowed, other] = [await recipient(true), await recipient(false)];
  const marks = responseOf(getAnnotations, await nobody.get('/viewer/marks', allowed));
  expect(marks.authors[0]!.plan?.cephalograms).toEqual([cephalogram]);
  expect((await nobody.get('/viewer/marks', other)).body).toEqual({ revision: 0, authors: [] });
  const sent = { revision: 0, marks: [], plan: { ...plan, cephalograms: [] } };
  expect((await nobody.put('/viewer/marks', sent, allowed)).status).toBe(403);
});

test('product, set points and plan are saved, and a viewer that does not know the plan leaves it', async () => {
  const { asAssistant, asDoctor } = await centre();
  const [assistant, doctor] = [await asAssistant(), await asDoctor()];
  const product = { manufacturer: 'Универсальный', line: 'Цилиндрический' };
  const implant = { ...annotation(), kind: 'implant', sizeMm: 4, product };
  const canal = { ...annotation(), kind: 'canal', sizeMm: 2, setPoints: annotation().points };
  const levelling = { series: 0, by: 'occlusal', left: [1, 0, 0], back: [0, 1, 0], up: [0, 0, 1] };
  const plan = { sleeveMm: 1.5, warnMm: 3, levellings: [levelling] };
  expect((await assistant.savePlan(0, [implant, canal], plan)).status).toBe(200);
  expect((await assistant.save(1, [implant])).status).toBe(200);
  const [ofAssistant] = (await doctor.read()).authors;
  expect(ofAssistant).toMatchObject({ own: false, marks: [implant], plan });
  expect((await doctor.save(0, [])).status).toBe(200);
  expect((await doctor.read()).authors[0]).not.toHaveProperty('plan');

  const wrong = [
    { ...plan, sleeveMm: 11 },
    { ...plan, warnMm: null },
    { ...plan, levellings: [{ ...levelling, up: [0, 0, 2] }] },
  ];
  for (const each of wrong) expect((await assistant.savePlan(2, [], each)).status).toBe(400);
  expect((await assistant.save(2, [{ ...implant, product: { manufacturer: '' } }])).status).toBe(400);
});

test('arches of one jaw are saved with the plan, and a viewer that does not send them leaves them', async () => {
  const { asAssistant, asDoctor } = await centre();
  const [assistant, doctor] = [await asAssistant(), await asDoctor()];
  const plane = { originMm: [0, 0, 40], left: [1, 0, 0], back: [0, 1, 0], up: [0, 0, 1] };
  const points = [
    [-25, 30, 40],
    [0, 0, 40],
    [25, 30, 40],
  ];
  const plan = { sleeveMm: 1.5, warnMm: 2, levellings: [] };
  const jawArches = [{ series: 0, jaw: 'upper', points, plane }];
  const planOf = async () => (await doctor.read()).authors[0]?.plan;
  expect((await assistant.savePlan(0, [], { ...plan, jawArches })).status).toBe(200);
  expect(await planOf()).toEqual({ ...plan, jawArches });
  expect((await assistant.savePlan(1, [], { ...plan, warnMm: 3 })).status).toBe(200);
  expect(await planOf()).toEqual({ ...plan, warnMm: 3, jawArches });
  expect((await assistant.savePlan(2, [], { ...plan, jawArches: [] })).status).toBe(200);
  expect(await planOf()).toEqual({ ...plan, jawArches: [] });
  const wrong = [
    { ...jawArches[0], jaw: 'both' },
    { ...jawArches[0], points: points.slice(1) },
  ];
  for (const each of wrong)
    expect((await assistant.savePlan(3, [], { ...plan, jawArches: [each] })).status).toBe(400);
});

test('of two windows of one person the second to save gets a conflict, and nothing is overwritten', async () => {
  const { asAssistant } = await centre();
  const [one, other] = [await asAssistant(), await asAssistant()];
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

test('a share recipient can neither read nor save annotations unless the sender allows it', async () => {
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

test('a share recipient reads the annotations, and saves none, if the sender allowed it', async () => {
  const { assistant, nobody, studyID, asAssistant, asDoctor } = await centre();
  const [ofCentre, ofDoctor] = [annotation('канал'), annotation('имплант')];
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

test('regions reach clients that ask for them, and a save by one that does not know them keeps them', async () => {
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
