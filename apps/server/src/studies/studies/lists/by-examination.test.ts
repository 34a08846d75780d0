import { listOwnStudies, listPatientStudies, listStudies } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer, type TestServer } from '../../../testing/portal/server.ts';

interface Dated {
  at: string | null;
  /** minutes */
  offset?: number;
}

/** Studies of one patient, the first created first, with these instants of examination. */
const makeDated = async ({ make, context }: TestServer, dated: Dated[]) => {
  const doctor = await make.doctor();
  const patient = await make.patient({ doctor });
  const creator = await make.assistant();
  const rows = await context.db
    .insertInto('studies')
    .values(
      dated.map(({ at, offset = 180 }, index) => ({
        ...patient,
        patientName: `Пациент ${index % 2}`,
        doctorName: 'Клиника',
        type: 'rg' as const,
        creatorID: creator.id,
        createdAt: `2026-11-${10 + index}T12:00:00Z`,
        ...(at !== null && {
          examinedAt: at,
          examinedOffset: offset,
          examinedPrecision: 'minute',
          examinedSource: 'files',
        }),
      })),
    )
    .returning('id')
    .execute();
  return { doctor, patient, ids: rows.map(({ id }) => id) };
};

const DATED: Dated[] = [
  { at: '2020-03-15T07:20:00Z' },
  { at: null },
  { at: '2026-11-09T07:20:00Z' },
  // on the first of February at the machine, on the last of January in Moscow
  { at: '2020-01-31T14:30:00Z', offset: 600 },
  { at: '2020-02-29T20:59:00Z' },
  { at: '2020-02-29T21:00:00Z' },
];

const setUp = async () => {
  const server = await startServer();
  const { doctor, patient, ids } = await makeDated(server, DATED);
  const assistant = await server.as(await server.make.assistant());
  const owner = await server.as(doctor);
  const places = (studies: { studyID: number }[]) => studies.map(({ studyID }) => ids.indexOf(studyID));
  const all = async (query: string) => {
    const { studies, totalCount } = responseOf(
      listStudies,
      await assistant.get(`/assistant/studies?${query}`),
    );
    expect(totalCount).toBe(studies.length);
    return places(studies);
  };
  const own = async (query: string) => {
    const { studies, totalCount } = responseOf(listOwnStudies, await owner.get(`/doctor/studies?${query}`));
    expect(totalCount).toBe(studies.length);
    return places(studies);
  };
  return { ...server, assistant, owner, patient, places, all, own };
};

test('lists are sorted by examination, unknown ones before the oldest', async () => {
  const { all, own } = await setUp();
  for (const list of [all, own]) {
    expect(await list('sortedBy=examinedAt.asc')).toEqual([1, 3, 4, 5, 0, 2]);
    expect(await list('sortedBy=examinedAt.desc')).toEqual([2, 0, 5, 4, 3, 1]);
  }
});

test('the filters by month and day of examination use the clock of the machine, and leave out unknown dates', async () => {
  const { all, own } = await setUp();
  for (const list of [all, own]) {
    expect(await list('sortedBy=examinedAt.asc&examinedPeriod=2020-02-20')).toEqual([3, 4]);
    expect(await list('sortedBy=createdAt.asc&examinedPeriod=2020-03-01')).toEqual([0, 5]);
    expect(await list('examinedDay=2020-02-01')).toEqual([3]);
    expect(await list('examinedDay=2020-03-01')).toEqual([5]);
    expect(await list('examinedDay=2020-02-01&examinedPeriod=2020-02-01')).toEqual([3]);
    expect(await list('examinedDay=2020-02-01&examinedPeriod=2020-03-01')).toEqual([]);
    for (const day of ['0000-01-01', '0001-01-01', '9999-12-31'])
      expect([await list(`examinedDay=${day}`), await list(`examinedPeriod=${day}`)]).toEqual([[], []]);
    // the day of the upload is a condition of its own
    expect(await list('examinedPeriod=2020-03-01&filterDay=2026-11-10')).toEqual([0]);
    expect(await list('examinedPeriod=2020-03-01&filterStatus=in-work&sortedBy=patientName.asc')).toEqual([
      0, 5,
    ]);
  }
});

test("a patient's studies are ordered by creation, or by examination and, where that is unknown, by creation", async () => {
  const { assistant, patient, places } = await setUp();
  const path = `/assistant/patients/${patient.patientID}/studies`;
  const created = responseOf(listPatientStudies, await assistant.get(path));
  expect(places(created.studies)).toEqual([5, 4, 3, 2, 1, 0]);
  const reply = await assistant.get(`${path}?sortedBy=examinedAt.desc`);
  const { studies } = responseOf(listPatientStudies, reply);
  // the second was created later than the third was examined
  expect(places(studies)).toEqual([1, 2, 0, 5, 4, 3]);
});
