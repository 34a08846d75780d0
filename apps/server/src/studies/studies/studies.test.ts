import { createStudy, getStudy, updateStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { badIDs } from '../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

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
  const { studyID } = responseOf(createStudy, created);

  const study = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
  expect(study).toEqual({
    studyID,
    patientID,
    doctorID: doctor.id,
    type: 'cbct',
    status: 'in-work',
    createdAt: study.createdAt,
    examinedAt: null,
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
    reportNumber: null,
    reportRequestedAt: null,
    reportSignedAt: null,
    reportRequest: null,
    letter: null,
    upload: null,
  });
  expect(study.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(study.createdAt) - clock.now().getTime())).toBeLessThan(60_000);
  expect((await assistant.get(`/assistant/patients/${patientID}`)).body).toMatchObject({
    lastStudyCreatedAt: study.createdAt,
    assistantCanDelete: false,
  });

  responseOf(updateStudy, await assistant.patch(`/assistant/studies/${studyID}`, { comment: 'Нижняя 🦷' }));
  expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toEqual({
    ...study,
    comment: 'Нижняя 🦷',
  });
});

test('a missing comment is stored as an empty one, and a comment has at most 4,000 characters', async () => {
  const { as, make } = await startServer();
  const { patientID } = await make.patient();
  const assistant = await as(await make.assistant());
  const path = `/assistant/patients/${patientID}/studies`;
  for (const body of [
    { studyType: 'rg' },
    { studyType: 'rg', comment: null },
    { studyType: 'rg', comment: ' ' },
  ]) {
    const { studyID } = responseOf(createStudy, await assistant.post(path, body));
    expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({
      type: 'rg',
      comment: '',
    });
  }
  const { studyID } = responseOf(createStudy, await assistant.post(path, { studyType: 'rg' }));
  const comments: [comment: string, stored: string][] = [
    ['🦷'.repeat(4000), '🦷'.repeat(4000)],
    ['а\u0000б\u0008в\tг\u001bд', 'абв\tгд'],
    ['а\ud800б', 'а\ufffdб'],
    ["<b>'; drop table studies; --", "<b>'; drop table studies; --"],
  ];
  for (const [comment, stored] of comments) {
    expect((await assistant.patch(`/assistant/studies/${studyID}`, { comment })).status).toBe(204);
    expect((await assistant.get(`/assistant/studies/${studyID}`)).body).toMatchObject({ comment: stored });
  }
  const refused: [body: unknown, sentence: string][] = [
    [{ comment: '🦷'.repeat(4001) }, 'Комментарий (comment): не больше 4000 символов'],
    [{ comment: null }, 'Комментарий (comment): неверный тип значения'],
    [{}, 'Введите комментарий (comment)'],
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

test('a study can be deleted before its first publication and for 24 hours after it', async () => {
  const { as, make, context, clock } = await startServer();
  const inWork = await make.study({});
  const restored = await make.study({});
  const done = await make.study({ status: 'done' });
  const archived = await make.study({ status: 'archived' });
  await context.db
    .updateTable('studies')
    .set({ restored: true })
    .where('id', '=', restored.studyID)
    .execute();
  const account = await make.assistant();
  const mayDelete = async () => {
    const assistant = await as(account);
    const flags = [];
    for (const { studyID } of [inWork, restored, done, archived]) {
      flags.push(
        responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`)).assistantCanDelete,
      );
    }
    return flags;
  };
  expect(await mayDelete()).toEqual([true, false, true, false]);
  clock.advance(DAY_MS - 60_000);
  expect(await mayDelete()).toEqual([true, false, true, false]);
  clock.advance(120_000);
  expect(await mayDelete()).toEqual([true, false, false, false]);
});

test('an invalid or unknown id and a study in the bin are not found', async () => {
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
