import { expect, test } from 'vitest';
import { fakePortal } from '../testing/fake-portal.ts';
import type { StudyHeader } from '../ledger/header.ts';
import { type Defaults, findTarget } from './find-target.ts';

const anna: StudyHeader = {
  name: 'Ёлкина Анна',
  birthday: '1987-03-14',
  sex: 'female',
  referringPhysician: null,
  institution: null,
  accessionNumber: null,
};
const doctors = [
  { doctorID: 1, name: 'Клиника «Улыбка»' },
  { doctorID: 2, name: 'Петров Пётр' },
  { doctorID: 3, name: 'Приёмная центра' },
];
const patients = [
  { patientID: 10, doctorID: 3, name: 'Елкина  Анна', birthday: '1950-01-01', sex: 'female' },
  { patientID: 11, doctorID: 3, name: 'ЁЛКИНА АННА', birthday: '1987-03-14', sex: 'female' },
  { patientID: 12, doctorID: 2, name: 'Без имени', birthday: null, sex: 'male' },
  { patientID: 13, doctorID: 2, name: 'Сидоров Иван', birthday: '1990-05-05', sex: 'male' },
  { patientID: 14, doctorID: 2, name: 'Сидоров Иван', birthday: '1990-05-05', sex: 'male' },
];

async function assign(header: Partial<StudyHeader>, defaults: Partial<Defaults> = {}) {
  const created: unknown[] = [];
  const call = fakePortal({
    'GET /assistant/dropdown/doctors': () => ({ doctors }),
    'GET /assistant/dropdown/doctors/:doctorID/patients': ({ params }) => ({
      patients: patients.filter(({ doctorID }) => doctorID === (params as { doctorID: number }).doctorID),
    }),
    'GET /assistant/patients/:patientID': ({ params }) =>
      patients.find(({ patientID }) => patientID === (params as { patientID: number }).patientID),
    'POST /assistant/doctors/:doctorID/patients': ({ params, body }) => {
      created.push({ ...(params as object), ...(body as object) });
      return { patientID: 99 };
    },
  });
  const found = await findTarget(
    call,
    { ...anna, ...header },
    { doctorID: undefined, unknownPatientID: undefined, ...defaults },
  );
  return { found, created };
}

test('a patient is found by name, birth date and sex, ignoring case, ё and spaces', async () => {
  expect(await assign({}, { doctorID: 3 })).toEqual({
    found: { doctorID: 3, patientID: 11, remark: null },
    created: [],
  });
  expect((await assign({ sex: null }, { doctorID: 3 })).found).toMatchObject({ patientID: 11 });
});

test('a patient is created if the client has no similar one, even if another client has the same patient', async () => {
  for (const [header, doctorID] of [
    [{ name: 'Ёлкина Вера' }, 3],
    [{ name: 'Ёлкина Анна Петровна', birthday: '1999-09-09' }, 3],
    [{}, 2],
  ] as const) {
    const { found, created } = await assign(header, { doctorID });
    expect(found).toMatchObject({ patientID: 99 });
    expect(created).toMatchObject([{ doctorID, phone: null }]);
  }
});

test('files wait for a decision if two patients match, or if one differs in name, birth date or sex', async () => {
  const twins = await assign({ name: 'Сидоров Иван', birthday: '1990-05-05', sex: 'male' }, { doctorID: 2 });
  expect(twins).toEqual({ found: { undecided: expect.stringContaining('13, 14') }, created: [] });
  for (const header of [
    { birthday: '1987-03-15' },
    { sex: 'male' as const },
    { name: 'Ёлкина Анна Петровна' },
    { name: 'ELKINA^ANNA' },
    { name: 'Ëlkina Anna' },
    { name: 'Ёлкина А.' },
    { name: 'Анна' },
  ]) {
    const { found, created } = await assign(header, { doctorID: 3 });
    expect(found).toEqual({ undecided: expect.stringContaining('похожий пациент') });
    expect(created).toEqual([]);
  }
});

test('the client is the one that the files name, otherwise the default', async () => {
  const named = await assign({ referringPhysician: 'петров  петр' }, { doctorID: 3 });
  expect(named.found).toMatchObject({ doctorID: 2, remark: null });
  const byClinic = await assign({ institution: 'Клиника «Улыбка»' });
  expect(byClinic.found).toMatchObject({ doctorID: 1 });
  expect((await assign({ institution: 'Улыбка' }, { doctorID: 3 })).found).toMatchObject({ doctorID: 3 });
});

test('files that name two clients go to the default client with a remark; without a default they wait', async () => {
  const both = { referringPhysician: 'Петров Пётр', institution: 'Клиника «Улыбка»' };
  expect((await assign(both, { doctorID: 3 })).found).toMatchObject({
    doctorID: 3,
    remark: expect.stringContaining('разные клиенты'),
  });
  expect((await assign(both)).found).toEqual({ undecided: expect.stringContaining('разные клиенты') });
  expect((await assign({})).found).toEqual({ undecided: expect.stringContaining('--doctor') });
});

test('no patient is created for incomplete headers: the files go to the configured patient or wait', async () => {
  for (const header of [{ name: null }, { birthday: null }, { name: 'Новая Вера', sex: null }]) {
    const waiting = await assign(header, { doctorID: 3 });
    expect(waiting).toEqual({ found: { undecided: expect.stringContaining('не хватает') }, created: [] });
    const { found, created } = await assign(header, { doctorID: 3, unknownPatientID: 12 });
    expect(found).toEqual({ doctorID: 2, patientID: 12, remark: expect.stringContaining('не хватает') });
    expect(created).toEqual([]);
  }
});
