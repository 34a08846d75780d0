import { Readable } from 'node:stream';
import {
  createStudy,
  getCounters,
  getOwnStudy,
  getStudy,
  listOwnPatientStudies,
  listPatientStudies,
  updateStudy,
} from '@snimok/contract/studies';
import { expect, test } from 'vitest';
import { badIDs, badOffsets, everyPage } from '../../testing/pages.ts';
import { promised, refusal, sentenceOf } from '../../testing/contract.ts';
import { startServer, type TestServer } from '../../testing/server.ts';

const DAY_MS = 86_400_000;

test('an assistant creates a study for a patient and comments on it', async () => {
  const { as, make, clock } = await startServer();
  const account = await make.assistant({ name: 'Ольга' });
  const doctor = await make.doctor({ name: 'Клиника' });
  const { patientID } = await make.patient({ doctor, name: 'Иванов Иван' });
  const assistant = await as(account);
  const created = await assistant.post(`/assistant/patients/${patientID}/studies`, {
    studyType: 'cbct',
    comment: '  Верхняя челюсть\r\nслева ',
    doctorID: 1_000_000,
    status: 'done',
  });
  expect(created.status).toBe(201);
  const { studyID } = promised(createStudy, created);

  const study = promised(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  expect(study).toEqual({
    studyID,
    patientID,
    doctorID: doctor.id,
    type: 'cbct',
    status: 'in-work',
    createdAt: study.createdAt,
    comment: 'Верхняя челюсть\nслева',
    restored: false,
    comingBack: false,
    panoURL: null,
    creatorName: 'Ольга',
    assistantCanDelete: true,
    patientName: 'Иванов Иван',
    doctorName: 'Клиника',
    sizeBytes: null,
    imageCount: null,
    openProtests: [],
    letter: null,
    upload: null,
  });
  expect(study.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(study.createdAt) - clock.now().getTime())).toBeLessThan(60_000);
  expect((await assistant.get(`/assistant/patients/${patientID}`)).body).toMatchObject({
    lastStudyCreatedAt: study.createdAt,
    assistantCanDelete: false,
  });

  promised(updateStudy, await assistant.patch(`/assistant/studies/${studyID}`, { comment: 'Нижняя 🦷' }));
  expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toEqual({
    ...study,
    comment: 'Нижняя 🦷',
  });
});

test('a study without a comment has an empty one, and a comment has four thousand characters at most', async () => {
  const { as, make } = await startServer();
  const { patientID } = await make.patient();
  const assistant = await as(await make.assistant());
  const path = `/assistant/patients/${patientID}/studies`;
  for (const body of [
    { studyType: 'rg' },
    { studyType: 'rg', comment: null },
    { studyType: 'rg', comment: ' ' },
  ]) {
    const { studyID } = promised(createStudy, await assistant.post(path, body));
    expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({
      type: 'rg',
      comment: '',
    });
  }
  const { studyID } = promised(createStudy, await assistant.post(path, { studyType: 'rg' }));
  const comments: [comment: string, kept: string][] = [
    ['🦷'.repeat(4000), '🦷'.repeat(4000)],
    ['а\u0000б\u0008в\tг\u001bд', 'абв\tгд'],
    ['а\ud800б', 'а\ufffdб'],
    ["<b>'; drop table studies; --", "<b>'; drop table studies; --"],
  ];
  for (const [comment, kept] of comments) {
    expect((await assistant.patch(`/assistant/studies/${studyID}`, { comment })).status).toBe(204);
    expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ comment: kept });
  }
  const refused: [body: unknown, sentence: string][] = [
    [{ comment: '🦷'.repeat(4001) }, 'Комментарий (comment): не больше 4000 символов'],
    [{ comment: null }, 'Комментарий (comment): неверный тип значения'],
    [{}, 'Комментарий (comment): обязательное поле'],
  ];
  for (const [body, sentence] of refused) {
    expect(refusal(await assistant.patch(`/assistant/studies/${studyID}`, body))).toEqual([400, sentence]);
  }
  for (const studyType of [undefined, null, 'mri', 5, ['rg']]) {
    const reply = await assistant.post(path, { studyType });
    expect(reply.status).toBe(400);
    expect(sentenceOf(reply)).toMatch(/^Тип исследования \(studyType\): /);
  }
});

test('a study may be deleted until it was published, and a day longer', async () => {
  const { as, make, context, clock } = await startServer();
  const [inWork, restored, done, archived] = [
    await make.study({}),
    await make.study({}),
    await make.study({ status: 'done' }),
    await make.study({ status: 'archived' }),
  ];
  await context.db
    .updateTable('studies')
    .set({ restored: true })
    .where('id', '=', restored.studyID)
    .execute();
  const account = await make.assistant();
  const mayDelete = async () => {
    const assistant = await as(account);
    const may = [];
    for (const { studyID } of [inWork, restored, done, archived]) {
      may.push(promised(getStudy, await assistant.get(`/assistant/studies/${studyID}`)).assistantCanDelete);
    }
    return may;
  };
  expect(await mayDelete()).toEqual([true, false, true, false]);
  clock.pass(DAY_MS - 60_000);
  expect(await mayDelete()).toEqual([true, false, true, false]);
  clock.pass(120_000);
  expect(await mayDelete()).toEqual([true, false, false, false]);
});

test('a doctor reads of a study what concerns her', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor({ name: 'Анна' });
  const patient = await make.patient({ doctor: account });
  const doctor = await as(account);
  const words = { 'in-work': 'in-work', done: 'available', archived: 'need-restore' } as const;
  for (const status of ['in-work', 'done', 'archived'] as const) {
    const { studyID, patientID } = await make.study({ patient, status });
    const reply = await doctor.get(`/doctor/patients/${patientID}/studies/${studyID}`);
    const study = promised(getOwnStudy, reply);
    expect(study).toMatchObject({ studyID, patientID, status: words[status], doctorName: 'Анна' });
    expect(Object.keys(study)).not.toEqual(expect.arrayContaining(['creatorName']));
    expect(study).not.toHaveProperty('assistantCanDelete');
    expect(study).not.toHaveProperty('upload');
  }
});

test('a study is reached through its own patient alone', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor();
  const [study, other] = [await make.study({ doctor: account }), await make.patient({ doctor: account })];
  const foreign = await make.study({ status: 'done' });
  const doctor = await as(account);
  for (const path of ['', '/download']) {
    const through = (patientID: number, studyID: number) =>
      doctor.get(`/doctor/patients/${patientID}/studies/${studyID}${path}`);
    expect((await through(other.patientID, study.studyID)).status).toBe(404);
    expect((await through(study.patientID, foreign.studyID)).status).toBe(404);
    expect((await through(foreign.patientID, foreign.studyID)).status).toBe(403);
    expect((await through(foreign.patientID, study.studyID)).status).toBe(403);
    expect((await through(1_000_000, study.studyID)).status).toBe(404);
    for (const id of badIDs) {
      const reply = await doctor.get(`/doctor/patients/${study.patientID}/studies/${id}${path}`);
      expect([id, ...refusal(reply)]).toEqual([id, 404, expect.stringMatching(/[а-я]/)]);
    }
  }
});

test('the studies of a patient come newest first, thirty a page, none twice', async () => {
  const { as, make, context, clock } = await startServer();
  const account = await make.doctor();
  const patient = await make.patient({ doctor: account });
  const creator = await make.assistant();
  // all of one moment but the last: ties everywhere
  const at = (i: number) => new Date(clock.now().getTime() - (i === 0 ? 0 : DAY_MS));
  const names = { patientName: 'Иванов', doctorName: 'Клиника', creatorID: creator.id };
  await context.db
    .insertInto('studies')
    .values(Array.from({ length: 62 }, (_, i) => ({ ...patient, ...names, type: 'rg', createdAt: at(i) })))
    .execute();
  await make.study();
  const [assistant, doctor] = [await as(creator), await as(account)];
  const path = `patients/${patient.patientID}/studies`;
  const lists = [
    async (offset: number) =>
      promised(listPatientStudies, await assistant.get(`/assistant/${path}?offset=${offset}`)),
    async (offset: number) =>
      promised(listOwnPatientStudies, await doctor.get(`/doctor/${path}?offset=${offset}`)),
  ];
  for (const list of lists) {
    const ids = await everyPage(async (offset) => {
      const { studies, ...page } = await list(offset);
      return { rows: studies.map(({ studyID }) => studyID), ...page };
    });
    expect(new Set(ids).size).toBe(62);
    expect(ids[0]).toBe(Math.min(...ids));
    expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((a, b) => b - a));
  }
  for (const offset of badOffsets) {
    const asked = `${path}?offset=${offset}`;
    expect([offset, (await assistant.get(`/assistant/${asked}`)).status]).toEqual([offset, 400]);
    expect([offset, (await doctor.get(`/doctor/${asked}`)).status]).toEqual([offset, 400]);
  }
});

test('what is no study is not found', async () => {
  const { as, make, context, clock } = await startServer();
  const binned = await make.study({ status: 'done' });
  await context.db.updateTable('studies').set({ deletedAt: clock.now() }).execute();
  const assistant = await as(await make.assistant());
  for (const id of [...badIDs, '9007199254740991', String(binned.studyID)]) {
    const path = `/assistant/studies/${id}`;
    const replies = [
      await assistant.get(path),
      await assistant.patch(path, { comment: '' }),
      await assistant.get(`${path}/download`),
      await assistant.post(`${path}/upload`),
      await assistant.get(`/studies/${id}/picture`),
    ];
    for (const reply of replies)
      expect([id, ...refusal(reply)]).toEqual([id, 404, expect.stringMatching(/[а-я]/)]);
  }
});

test('the counters are right after many studies made at once', async () => {
  const { as, make, context } = await startServer();
  const doctors = await Promise.all(Array.from({ length: 40 }, () => make.doctor()));
  const patients = await Promise.all(doctors.slice(0, 4).map((doctor) => make.patient({ doctor })));
  const assistant = await as(await make.assistant());
  const newStudy = (i: number) => ({ studyType: i % 2 ? 'rg' : 'cbct' });
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      assistant.post(`/assistant/patients/${patients[i % 4]?.patientID}/studies`, newStudy(i)),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(40).fill(201));
  const counters = async () => promised(getCounters, await assistant.get('/assistant/counters'));
  const inWork = { doctorsCount: 40, studiesCount: 40, patientsInWorkCount: 4, patientsInWorkRestored: 0 };
  expect(await counters()).toEqual(inWork);
  const counted = () =>
    context.db
      .selectFrom('patients')
      .select(['studiesCount', 'inWorkCount', 'restoringCount'])
      .orderBy('id')
      .execute();
  expect(await counted()).toEqual(Array(4).fill({ studiesCount: 10, inWorkCount: 10, restoringCount: 0 }));
  expect((await assistant.get('/assistant/studies')).body).toMatchObject({ totalCount: 40 });

  // what happens to them later is counted too, each at the same moment as the others
  const ids = replies.map(({ body }) => (body as { studyID: number }).studyID);
  const change = (id: number, i: number) => {
    const wish =
      [{ status: 'done' }, { restored: true }, { deletedAt: new Date() }, { comment: '' }][i >> 2] ?? {};
    return context.db
      .updateTable('studies')
      .set({ comment: '', ...wish })
      .where('id', '=', id)
      .execute();
  };
  await Promise.all(ids.slice(0, 12).map(change));
  expect(await counted()).toEqual(Array(4).fill({ studiesCount: 9, inWorkCount: 8, restoringCount: 1 }));
  expect(await counters()).toEqual({ ...inWork, studiesCount: 36, patientsInWorkRestored: 4 });
});

/** As processing leaves it. */
const givePicture = async ({ context }: TestServer, studyID: number) => {
  const { db, storage } = context;
  const { objectID } = await db
    .selectFrom('studies')
    .select('objectID')
    .where('id', '=', studyID)
    .executeTakeFirstOrThrow();
  for (const size of ['full', 'card']) {
    const key = `pictures/${objectID}/${size}.jpg`;
    await storage.put(key, Readable.from([Buffer.from(`JPEG, ${size}`)]));
    await db
      .insertInto('objectPictures')
      .values({ objectID: objectID ?? '', size, key, width: 40, height: 30 })
      .execute();
  }
};

test('the picture of a study opens with the session of who sees the study, and stays in no cache', async () => {
  const server = await startServer();
  const { as, make, context, nobody, address } = server;
  const [anna, boris] = [await make.doctor(), await make.doctor()];
  const study = await make.study({ doctor: anna, status: 'done' });
  await givePicture(server, study.studyID);
  const [assistant, owner, stranger] = [await as(await make.assistant()), await as(anna), await as(boris)];
  const { panoURL } = promised(getStudy, await assistant.get(`/assistant/studies/${study.studyID}`));
  expect(panoURL).toMatch(/^\/api\/1\/studies\/\d+\/picture\?v=/);
  for (const who of [assistant, owner]) {
    const full = await who.get(`${address}${panoURL}`);
    expect([full.status, full.body]).toEqual([200, 'JPEG, full']);
    expect(full.headers.get('content-type')).toBe('image/jpeg');
    expect(full.headers.get('cache-control')).toBe('private, no-store');
    expect(full.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await who.get(`${address}${panoURL}&size=card`)).body).toBe('JPEG, card');
    expect((await who.send('HEAD', `/studies/${study.studyID}/picture`)).status).toBe(200);
    const reply = await who.get(`/studies/${study.studyID}/picture?size=huge`);
    expect(refusal(reply)).toEqual([400, 'size: недопустимое значение']);
  }
  expect(refusal(await nobody.get(`${address}${panoURL}`))).toEqual([
    401,
    'Войдите в личный кабинет, чтобы продолжить',
  ]);
  expect((await stranger.get(`${address}${panoURL}`)).status).toBe(404);
  const { patientID } = study;
  await context.db.insertInto('patientShares').values({ patientID, doctorID: boris.id }).execute();
  expect((await stranger.get(`${address}${panoURL}`)).status).toBe(200);
  // a study without one says so
  const bare = await make.study({ doctor: anna });
  expect(refusal(await owner.get(`/studies/${bare.studyID}/picture`))).toEqual([
    404,
    'У этого исследования нет снимка для показа',
  ]);
});
