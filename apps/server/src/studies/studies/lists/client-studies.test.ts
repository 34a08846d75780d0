import { listOwnStudies, ClientStudySort } from '@snimok/contract/studies/studies';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import type { Account, Made } from '../../../testing/portal/make.ts';
import { badOffsets, everyPage } from '../../../testing/requests-and-waiting/pages.ts';
import { startServer } from '../../../testing/portal/server.ts';

const listOf = async (doctor: TestClient, query = '') =>
  responseOf(listOwnStudies, await doctor.get(`/doctor/studies?${query}`));

const idsOf = async (doctor: TestClient, query = '') =>
  (await listOf(doctor, query)).studies.map(({ studyID }) => studyID);

const everyStudy = (doctor: TestClient, query: string) =>
  everyPage(async (offset) => {
    const { studies, ...page } = await listOf(doctor, `${query}&offset=${offset}`);
    return { rows: studies, ...page };
  });

/** An owner, a colleague and a third doctor; the owner's patient is shared with the colleague. */
const setUp = async () => {
  const server = await startServer();
  const { as, make } = server;
  const owner = await make.doctor();
  const colleague = await make.doctor({ flags: ['remote-viewer'] });
  const third = await make.doctor();
  const asOwner = await as(owner);
  const share = async (patientID: number, { id, email }: Account) => {
    const shares = `/doctor/patients/${patientID}/shares`;
    expect((await asOwner.post(shares, { shareDoctorEmail: email })).status).toBe(201);
    return async () => expect((await asOwner.delete(`${shares}/${id}`)).status).toBe(204);
  };
  const asColleague = await as(colleague);
  return { ...server, owner, colleague, third, asOwner, asColleague, asThird: await as(third), share };
};

test('a doctor sees the studies of own and shared patients, newest first, and no others', async () => {
  const { make, clock, owner, colleague, third, asOwner, asColleague, asThird, share } = await setUp();
  clock.freeze();
  const next = () => clock.advance(1000);
  const own = await make.study({ doctor: colleague, status: 'in-work', type: 'rg' });
  next();
  const shared = await make.study({ doctor: owner, status: 'done', picture: true });
  next();
  const unshared = await make.study({ doctor: owner, status: 'archived' });
  next();
  const newest = await make.study({ doctor: colleague, status: 'archived' });
  await make.study({ doctor: third });

  expect(await idsOf(asColleague)).toEqual([newest.studyID, own.studyID]);
  const revoke = await share(shared.patientID, colleague);
  const { studies, ...page } = await listOf(asColleague);
  expect(page).toEqual({ currentOffset: 0, totalCount: 3 });
  expect(studies).toMatchObject([
    { studyID: newest.studyID, status: 'need-restore', shared: false, isNew: false },
    {
      studyID: shared.studyID,
      status: 'available',
      shared: true,
      isNew: true,
      patientName: 'Иванов Иван Иванович',
      patientBirthday: '1980-01-02',
      doctorName: owner.name,
      panoURL: expect.stringContaining(`/studies/${shared.studyID}/picture`),
    },
    { studyID: own.studyID, status: 'in-work', type: 'rg', shared: false, isNew: false },
  ]);
  expect(await idsOf(asOwner)).toEqual([unshared.studyID, shared.studyID]);
  expect(await idsOf(asThird)).toHaveLength(1);

  await revoke();
  expect(await listOf(asColleague)).toMatchObject({ totalCount: 2 });
  expect(await idsOf(asColleague)).toEqual([newest.studyID, own.studyID]);
});

test('a deleted study leaves the list at once, and returns when the deletion is undone', async () => {
  const { make, as, colleague, asColleague } = await setUp();
  const assistant = await as(await make.assistant());
  const kept = await make.study({ doctor: colleague });
  const deleted = await make.study({ doctor: colleague });
  expect((await assistant.delete(`/assistant/studies/${deleted.studyID}`)).status).toBe(204);
  expect(await idsOf(asColleague)).toEqual([kept.studyID]);
  expect((await assistant.post(`/assistant/studies/${deleted.studyID}/undelete`)).status).toBe(204);
  expect(await idsOf(asColleague)).toHaveLength(2);
});

test('a study is new to an account until that account views or downloads it', async () => {
  const { make, as, context, owner, colleague, asOwner, asColleague, share } = await setUp();
  const patient = await make.patient({ doctor: owner });
  const first = await make.study({ patient, status: 'done', picture: true });
  const second = await make.study({ patient, status: 'done', picture: true });
  await share(patient.patientID, colleague);
  const newTo = async (doctor: TestClient) => {
    await context.auditBuffer.flush();
    const { studies } = await listOf(doctor, 'sortedBy=createdAt.asc');
    return studies.filter(({ isNew }) => isNew).map(({ studyID }) => studyID);
  };
  const both = [first.studyID, second.studyID];
  const studies = `/doctor/patients/${patient.patientID}/studies`;

  // a study does not count as opened by the list itself, the card with its small picture, or an assistant's download
  await asOwner.get(studies);
  await asOwner.get(`/studies/${first.studyID}/picture?size=card`);
  const assistant = await as(await make.assistant());
  await assistant.get(`/assistant/studies/${first.studyID}/download`);
  expect([await newTo(asOwner), await newTo(asColleague)]).toEqual([both, both]);

  expect((await asOwner.get(`${studies}/${first.studyID}/download`)).status).toBe(200);
  expect([await newTo(asOwner), await newTo(asColleague)]).toEqual([[second.studyID], both]);
  expect((await asOwner.get(`/studies/${second.studyID}/picture`)).status).toBe(200);
  expect([await newTo(asOwner), await newTo(asColleague)]).toEqual([[], both]);
  expect((await asColleague.post(`${studies}/${first.studyID}/remote-session`)).status).toBe(200);
  expect(await newTo(asColleague)).toEqual([second.studyID]);
});

test('the list is sorted, filtered and paged over own and shared patients together', async () => {
  const { make, context, owner, colleague, asColleague, share } = await setUp();
  const names = ['Ёлкин', 'ежов', 'Жуков', 'Семёнов'];
  const patients: Made[] = [];
  for (const [n, name] of names.entries())
    patients.push(await make.patient({ name, doctor: n % 2 ? owner : colleague }));
  for (const patient of [patients[1]!, patients[3]!]) await share(patient.patientID, colleague);
  const statuses = ['in-work', 'done', 'archived'];
  await context.db
    .insertInto('studies')
    .values(
      Array.from({ length: 70 }, (_, n) => ({
        ...patients[n % 4]!,
        patientName: names[n % 4]!,
        doctorName: 'Клиника',
        type: n % 3 ? 'rg' : 'cbct',
        status: statuses[(n * 5) % 3]!,
        creatorID: owner.id,
        createdAt: new Date(Date.UTC(2026, 9 + (n % 2), 1 + ((n * 7) % 11), 12)),
      })),
    )
    .execute();
  // the rows of other doctors stand between them in every order
  await sql`insert into studies (patient_id, doctor_id, patient_name, doctor_name, type, status, creator_id, created_at)
    select p.id, p.doctor_id, s.patient_name, s.doctor_name, s.type, s.status, s.creator_id, s.created_at
    from studies s, patients p where p.id = ${(await make.patient()).patientID}`.execute(context.db);

  const all = await everyStudy(asColleague, 'sortedBy=createdAt.desc');
  expect(new Set(all.map(({ studyID }) => studyID)).size).toBe(70);
  const { compare } = new Intl.Collator('ru');
  for (const sort of ClientStudySort.options) {
    const [field, direction] = sort.split('.') as ['createdAt' | 'patientName' | 'type', string];
    const ascending = all.toSorted((a, b) => compare(a[field], b[field]) || a.studyID - b.studyID);
    const expected = direction === 'asc' ? ascending : ascending.toReversed();
    expect([sort, await everyStudy(asColleague, `sortedBy=${sort}`)]).toEqual([sort, expected]);
  }
  const filters: [query: string, matches: (study: (typeof all)[number]) => boolean][] = [
    ['filterType=cbct', ({ type }) => type === 'cbct'],
    ['filterStatus=need-restore', ({ status }) => status === 'need-restore'],
    ['filterPeriod=2026-11-01', ({ createdAt }) => createdAt.startsWith('2026-11')],
    ['filterDay=2026-10-08', ({ createdAt }) => createdAt.startsWith('2026-10-08')],
    [
      'filterType=rg&filterStatus=available&filterPeriod=2026-10-01',
      ({ type, status, createdAt }) =>
        type === 'rg' && status === 'available' && createdAt.startsWith('2026-10'),
    ],
  ];
  for (const [query, matches] of filters) {
    const found = await everyStudy(asColleague, query);
    expect(found.length).toBeGreaterThan(0);
    expect([query, found]).toEqual([query, all.filter(matches)]);
  }
  expect(await listOf(asColleague, 'offset=900')).toEqual({
    studies: [],
    currentOffset: 900,
    totalCount: 70,
  });
});

test('an invalid filter or order is refused with the name of the field', async () => {
  const { asColleague } = await setUp();
  for (const [query, sentence] of [
    ['filterType=mri', 'filterType: недопустимое значение'],
    ['filterStatus=done', 'filterStatus: недопустимое значение'],
    ['sortedBy=doctorName.asc', 'sortedBy: недопустимое значение'],
    ['filterPeriod=2026-11', 'filterPeriod: нужна дата в виде ГГГГ-ММ-ДД'],
    ['filterDay=today', 'filterDay: нужна дата в виде ГГГГ-ММ-ДД'],
  ]) {
    expect([query, ...refusal(await asColleague.get(`/doctor/studies?${query}`))]).toEqual([
      query,
      400,
      sentence,
    ]);
  }
  for (const offset of badOffsets) {
    expect([offset, (await asColleague.get(`/doctor/studies?offset=${offset}`)).status]).toEqual([
      offset,
      400,
    ]);
  }
});
