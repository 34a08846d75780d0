import {
  createPatient,
  getPatient,
  listDoctorPatients,
  listDropdownPatients,
  listPatientsInWork,
  updatePatient,
} from '@snimok/contract/people/patients';
import { expect, test } from 'vitest';
import { isLockAwaited } from '../../testing/portal/locks.ts';
import { badIDs, badOffsets, everyPage } from '../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal, sentenceOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

const facts = { name: 'Иванова Анна', sex: 'female', birthday: '1980-02-29', phone: '+7 (999) 123-45-67' };

test('an assistant creates, reads and changes a patient’s card', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor({ name: 'Клиника' });
  const assistant = await as(await make.assistant());
  const created = await assistant.post(`/assistant/doctors/${doctor.id}/patients`, {
    ...facts,
    doctorID: 1_000_000,
    assistantCanDelete: false,
  });
  expect(created.status).toBe(201);
  const { patientID } = responseOf(createPatient, created);

  const card = async () => responseOf(getPatient, await assistant.get(`/assistant/patients/${patientID}`));
  const expected = {
    patientID,
    doctorID: doctor.id,
    doctorName: 'Клиника',
    ...facts,
    lastStudyCreatedAt: null,
    assistantCanDelete: true,
  };
  expect(await card()).toEqual(expected);
  const changed = { name: 'Петрова Анна', sex: 'male', birthday: '1900-01-01', phone: '' };
  responseOf(updatePatient, await assistant.put(`/assistant/patients/${patientID}`, changed));
  expect(await card()).toEqual({ ...expected, ...changed, phone: null });
  await assistant.put(`/assistant/patients/${patientID}`, { ...facts, phone: null });
  expect(await card()).toMatchObject({ phone: null });
  const { phone: _, ...withoutPhone } = facts;
  expect((await assistant.put(`/assistant/patients/${patientID}`, withoutPhone)).status).toBe(204);

  expect((await assistant.get(`/assistant/doctors/${doctor.id}/patients`)).body).toEqual({
    patients: [await card()],
    currentOffset: 0,
    totalCount: 1,
  });
  const dropdown = await assistant.get(`/assistant/dropdown/doctors/${doctor.id}/patients`);
  expect(responseOf(listDropdownPatients, dropdown)).toEqual({ patients: [{ patientID, name: facts.name }] });
});

test('an invalid patient’s card is refused with a sentence that names the field', async () => {
  const { as, make, clock } = await startServer();
  const { patientID, doctorID } = await make.patient();
  const assistant = await as(await make.assistant());
  const dayAfterTomorrow = new Date(clock.now().getTime() + 2 * DAY_MS).toISOString().slice(0, 10);
  const wrong: [change: object, sentence: string][] = [
    [{ name: ' ' }, 'Введите имя (name)'],
    [{ name: 'я'.repeat(201) }, 'Имя (name): не больше 200 символов'],
    [{ sex: undefined }, 'Пол (sex): недопустимое значение'],
    [{ sex: 'other' }, 'Пол (sex): недопустимое значение'],
    [{ birthday: undefined }, 'Укажите дату рождения (birthday)'],
    [{ birthday: null }, 'Дата рождения (birthday): неверный тип значения'],
    [{ birthday: '01.02.1980' }, 'Дата рождения (birthday): нужна дата в виде ГГГГ-ММ-ДД'],
    [{ birthday: '1980-02-30' }, 'Дата рождения (birthday): нужна дата в виде ГГГГ-ММ-ДД'],
    [{ birthday: '1899-12-31' }, 'Дата рождения (birthday): не раньше 01.01.1900'],
    [{ birthday: '0000-01-01' }, 'Дата рождения (birthday): не раньше 01.01.1900'],
    [{ birthday: dayAfterTomorrow }, 'Дата рождения ещё не наступила. Проверьте год'],
    [{ birthday: '9999-12-31' }, 'Дата рождения ещё не наступила. Проверьте год'],
    [{ phone: 'позвоните' }, 'Телефон (phone): введите номер, например +79991234567'],
    [{ phone: '+7' }, 'Телефон (phone): введите номер, например +79991234567'],
    [{ phone: '1'.repeat(41) }, 'Телефон (phone): слишком большое значение'],
    [{ phone: 79991234567 }, 'Телефон (phone): неверный тип значения'],
  ];
  for (const [change, sentence] of wrong) {
    const body = { ...facts, ...change };
    const created = await assistant.post(`/assistant/doctors/${doctorID}/patients`, body);
    const changed = await assistant.put(`/assistant/patients/${patientID}`, body);
    expect([change, refusal(created), refusal(changed)]).toEqual([change, [400, sentence], [400, sentence]]);
  }
  expect((await assistant.get(`/assistant/doctors/${doctorID}/patients`)).body).toMatchObject({
    totalCount: 1,
  });
});

test('renaming a patient or a client changes the name in the studies at once', async () => {
  const { as, make, context } = await startServer();
  const doctor = await make.doctor({ name: 'Клиника' });
  const patient = await make.patient({ doctor });
  const other = await make.patient({ doctor, name: 'Кто-то ещё' });
  await make.study({ patient });
  await make.study({ patient });
  await make.study({ patient: other });
  const assistant = await as(await make.assistant());
  await assistant.put(`/assistant/patients/${patient.patientID}`, { ...facts, name: 'Яковлева Яна' });
  await assistant.put(`/assistant/doctors/${doctor.id}`, { name: 'Центр', featureFlags: [] });
  const { body } = await assistant.get('/assistant/studies?sortedBy=patientName.asc');
  const renamed = { patientName: 'Яковлева Яна', doctorName: 'Центр' };
  expect(body).toMatchObject({
    studies: [{ patientName: 'Кто-то ещё', doctorName: 'Центр' }, renamed, renamed],
  });

  // a study is created before the transaction of the rename has ended
  for (const rename of ['patient', 'doctor'] as const) {
    const making = await context.db.transaction().execute(async (tx) => {
      const named = { name: `Новое имя ${rename}` };
      if (rename === 'patient') {
        await tx.updateTable('patients').set(named).where('id', '=', patient.patientID).execute();
      } else {
        await tx.updateTable('accounts').set(named).where('id', '=', doctor.id).execute();
      }
      const reply = assistant.post(`/assistant/patients/${patient.patientID}/studies`, { studyType: 'rg' });
      let done = false;
      void reply.then(() => (done = true));
      await until('the study to be made or to wait', async () => done || isLockAwaited(context));
      return { reply };
    });
    const { studyID } = (await making.reply).body as { studyID: number };
    const study = await assistant.get(`/assistant/studies/${studyID}`);
    expect(study.body).toMatchObject({ [`${rename}Name`]: `Новое имя ${rename}` });
  }
});

test('the patients of a client are listed with the newest study first, thirty a page, each once', async () => {
  const { as, make, context, clock } = await startServer();
  const doctor = await make.doctor();
  await make.patient();
  const rows = Array.from({ length: 64 }, (_, i) => ({
    doctorID: doctor.id,
    name: `Пациент ${i}`,
    sex: 'male',
    birthday: '1980-01-01',
  }));
  await context.db.insertInto('patients').values(rows).execute();
  const early = await make.patient({ doctor });
  const late = await make.patient({ doctor });
  await make.study({ patient: late });
  clock.advance(1000);
  await make.study({ patient: early });
  const assistant = await as(await make.assistant());
  const path = `/assistant/doctors/${doctor.id}/patients`;
  const all = await everyPage(async (offset) => {
    const { patients, ...page } = responseOf(
      listDoctorPatients,
      await assistant.get(`${path}?offset=${offset}`),
    );
    return { rows: patients, ...page };
  });
  expect(new Set(all.map(({ patientID }) => patientID)).size).toBe(66);
  expect(all.slice(0, 2).map(({ patientID }) => patientID)).toEqual([early.patientID, late.patientID]);
  expect(all[0]).toMatchObject({
    lastStudyCreatedAt: expect.stringMatching(/Z$/),
    assistantCanDelete: false,
  });
  const rest = all.slice(2).map(({ patientID }) => patientID);
  expect(rest).toEqual(rest.toSorted((a, b) => b - a));
  expect((await assistant.get(`${path}?offset=90`)).body).toEqual({
    patients: [],
    currentOffset: 90,
    totalCount: 66,
  });
  for (const offset of badOffsets) {
    for (const list of [path, '/assistant/patients-in-work', '/assistant/patients-for-restore']) {
      const reply = await assistant.get(`${list}?offset=${offset}`);
      expect([list, offset, reply.status]).toEqual([list, offset, 400]);
      expect(sentenceOf(reply)).toMatch(/^offset: /);
    }
  }
});

test('patients are offered for a study in Russian alphabetical order', async () => {
  const { as, make } = await startServer();
  const doctor = await make.doctor();
  const sorted = ['ежов', 'Ёлкин', 'жуков', 'Семенов', 'Семёнов', 'Яков'];
  for (const name of sorted.toReversed()) await make.patient({ doctor, name });
  await make.patient({ name: 'Чужой' });
  const assistant = await as(await make.assistant());
  const { patients } = responseOf(
    listDropdownPatients,
    await assistant.get(`/assistant/dropdown/doctors/${doctor.id}/patients`),
  );
  expect(patients.map(({ name }) => name)).toEqual(sorted);
});

test('patients with an unfinished study are listed as in work, those with a restored study also for restore', async () => {
  const { as, make, context } = await startServer();
  const idle = await make.patient({ name: 'Без исследований' });
  const inWork = await make.study({});
  const restored = await make.study({});
  const finished = await make.study({ status: 'done' });
  await context.db
    .updateTable('studies')
    .set({ restored: true })
    .where('id', '=', restored.studyID)
    .execute();
  const assistant = await as(await make.assistant());
  const listed = async (path: string) => {
    const { patients, totalCount } = responseOf(listPatientsInWork, await assistant.get(path));
    expect(totalCount).toBe(patients.length);
    return patients.map(({ patientID }) => patientID).toSorted((a, b) => a - b);
  };
  expect(await listed('/assistant/patients-in-work')).toEqual([inWork.patientID, restored.patientID]);
  expect(await listed('/assistant/patients-for-restore')).toEqual([restored.patientID]);
  expect((await assistant.get('/assistant/counters')).body).toMatchObject({
    patientsInWorkCount: 2,
    patientsInWorkRestored: 1,
  });
  const all = await listed('/assistant/patients-in-work');
  expect(all).not.toContain(idle.patientID);
  expect(all).not.toContain(finished.patientID);
});

test('an assistant gets 404 for ids that belong to no patient or to a patient in the bin', async () => {
  const { as, make, context, clock } = await startServer();
  const binned = await make.patient();
  await context.db
    .updateTable('patients')
    .set({ deletedAt: clock.now() })
    .where('id', '=', binned.patientID)
    .execute();
  const assistant = await as(await make.assistant());
  for (const id of [...badIDs, '9007199254740991', String(binned.patientID)]) {
    const path = `/assistant/patients/${id}`;
    const replies = [
      await assistant.get(path),
      await assistant.put(path, facts),
      await assistant.get(`${path}/studies`),
      await assistant.post(`${path}/studies`, { studyType: 'rg' }),
    ];
    for (const reply of replies)
      expect([id, ...refusal(reply)]).toEqual([id, 404, expect.stringMatching(/[а-я]/)]);
  }
  for (const id of badIDs) {
    const reply = await assistant.post(`/assistant/doctors/${id}/patients`, facts);
    expect([id, reply.status]).toEqual([id, 404]);
  }
});

test('lists of patients are sorted by name and by the last study, in both directions', async () => {
  const { as, make, clock } = await startServer();
  const doctor = await make.doctor();
  const names = ['Ёлкин', 'Абрамов', 'Жуков', 'абрамов'];
  for (const name of names) {
    const patient = await make.patient({ doctor, name });
    clock.advance(60_000);
    if (name !== 'Жуков') await make.study({ patient });
  }
  const assistant = await as(await make.assistant());
  const own = await as(doctor);
  const namesBy = async (who: typeof assistant, path: string, sortedBy: string) =>
    ((await who.get(`${path}?sortedBy=${sortedBy}`)).body as { patients: { name: string }[] }).patients.map(
      ({ name }) => name,
    );
  for (const [who, path] of [
    [assistant, `/assistant/doctors/${doctor.id}/patients`],
    [own, '/doctor/patients'],
  ] as const) {
    const byName = await namesBy(who, path, 'name.asc');
    expect(byName).toEqual(['абрамов', 'Абрамов', 'Ёлкин', 'Жуков']);
    expect(await namesBy(who, path, 'name.desc')).toEqual(byName.toReversed());
    const newest = await namesBy(who, path, 'lastStudyCreatedAt.desc');
    expect(newest).toEqual(['абрамов', 'Абрамов', 'Ёлкин', 'Жуков']);
    expect(await namesBy(who, path, 'lastStudyCreatedAt.asc')).toEqual(newest.toReversed());
  }
  expect(await namesBy(assistant, '/assistant/patients-in-work', 'name.desc')).toEqual([
    'Ёлкин',
    'Абрамов',
    'абрамов',
  ]);
  expect((await assistant.get('/assistant/patients-in-work?sortedBy=phone.asc')).status).toBe(400);
});
