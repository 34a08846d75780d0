import { expect, test } from 'vitest';
import { fakePortal } from '../testing/fake-portal.ts';
import type { StudyHeader } from './header.ts';
import { type Defaults, findTarget } from './find-target.ts';

const anna: StudyHeader = {
  name: 'Ёлкина Анна',
  birthday: '1987-03-14',
  sex: 'female',
  referringPhysician: null,
  institution: null,
};
const doctors = [
  { doctorID: 1, name: 'Клиника «Улыбка»' },
  { doctorID: 2, name: 'Петров Пётр' },
  { doctorID: 3, name: 'Приёмная центра' },
];
const cards = [
  { patientID: 10, doctorID: 3, name: 'Елкина  Анна', birthday: '1950-01-01', sex: 'female' },
  { patientID: 11, doctorID: 3, name: 'ЁЛКИНА АННА', birthday: '1987-03-14', sex: 'female' },
  { patientID: 12, doctorID: 2, name: 'Без имени', birthday: null, sex: 'male' },
];

async function place(header: Partial<StudyHeader>, defaults: Partial<Defaults> = {}) {
  const created: unknown[] = [];
  const { call } = fakePortal({
    'GET /assistant/dropdown/doctors': () => ({ doctors }),
    'GET /assistant/dropdown/doctors/:doctorID/patients': ({ params }) => ({
      patients: cards.filter(({ doctorID }) => doctorID === (params as { doctorID: number }).doctorID),
    }),
    'GET /assistant/patients/:patientID': ({ params }) =>
      cards.find(({ patientID }) => patientID === (params as { patientID: number }).patientID),
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

test('a patient is known by name, birth date and sex, whatever the spelling of ё and the spaces', async () => {
  expect(await place({}, { doctorID: 3 })).toEqual({
    found: { doctorID: 3, patientID: 11, remark: null },
    created: [],
  });
  expect((await place({ sex: null }, { doctorID: 3 })).found).toMatchObject({ patientID: 11 });
});

test('a patient of another birth date or sex, or of another client, is another patient', async () => {
  for (const [header, doctorID] of [
    [{ birthday: '1987-03-15' }, 3],
    [{ sex: 'male' }, 3],
    [{}, 2],
  ] as const) {
    const { found, created } = await place(header, { doctorID });
    expect(found).toMatchObject({ patientID: 99 });
    expect(created).toMatchObject([{ doctorID, name: 'Ёлкина Анна', phone: null }]);
  }
});

test('the client is the one that the files name, else the default one', async () => {
  const named = await place({ referringPhysician: 'петров  петр' }, { doctorID: 3 });
  expect(named.found).toMatchObject({ doctorID: 2, remark: null });
  const byClinic = await place({ institution: 'Клиника «Улыбка»' });
  expect(byClinic.found).toMatchObject({ doctorID: 1 });
  expect((await place({ institution: 'Улыбка' }, { doctorID: 3 })).found).toMatchObject({ doctorID: 3 });
});

test('files that name two clients go to the default one, and say so; without a default they wait', async () => {
  const both = { referringPhysician: 'Петров Пётр', institution: 'Клиника «Улыбка»' };
  expect((await place(both, { doctorID: 3 })).found).toMatchObject({
    doctorID: 3,
    remark: expect.stringContaining('разные клиенты'),
  });
  expect((await place(both)).found).toEqual({ held: expect.stringContaining('разные клиенты') });
  expect((await place({})).found).toEqual({ held: expect.stringContaining('--doctor') });
});

test('no card is made up for files that say too little: they go to the configured card, or wait', async () => {
  for (const header of [{ name: null }, { birthday: null }, { name: 'Новая Вера', sex: null }]) {
    const waiting = await place(header, { doctorID: 3 });
    expect(waiting).toEqual({ found: { held: expect.stringContaining('не хватает') }, created: [] });
    const { found, created } = await place(header, { doctorID: 3, unknownPatientID: 12 });
    expect(found).toEqual({ doctorID: 2, patientID: 12, remark: expect.stringContaining('не хватает') });
    expect(created).toEqual([]);
  }
});
