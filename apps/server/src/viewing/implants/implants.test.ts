import {
  createImplantLine,
  getImplants,
  listImplantChoices,
  listImplantLines,
  saveImplantChoice,
} from '@snimok/contract/viewing/implants';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';

const LINE = {
  manufacturer: 'Завод',
  line: 'Серия А',
  shape: 'tapered' as const,
  sizes: [
    { diameterMm: 3.5, lengthsMm: [8, 10] },
    { diameterMm: 4, lengthsMm: [8, 10, 11.5] },
  ],
};
const BLX = { manufacturer: 'Straumann', line: 'BLX' };
const TSIII = { manufacturer: 'Osstem', line: 'TS III' };

const centre = async () => {
  const server = await startServer();
  const { make, as, nobody } = server;
  const owner = await make.doctor({ flags: ['remote-viewer'] });
  const patient = await make.patient({ doctor: owner });
  const { studyID } = await make.study({ patient, status: 'done' });
  const { studyID: otherStudyID } = await make.study({ patient, status: 'done' });
  const session = async (client: TestClient, path: string) => {
    const headers = withTicket(ticketOf(await client.post(path)));
    return {
      implants: async () => responseOf(getImplants, await nobody.get('/viewer/implants', headers)),
      choices: async () =>
        responseOf(listImplantChoices, await nobody.get('/viewer/implant-choices', headers)).choices,
      choose: (change: object) => nobody.put('/viewer/implant-choices', change, headers),
    };
  };
  const doctor = await as(owner);
  const staff = await as(await make.assistant());
  const ofDoctor = (id: number) =>
    session(doctor, `/doctor/patients/${patient.patientID}/studies/${id}/remote-session`);
  return {
    ...server,
    studyID,
    staff,
    doctor: await ofDoctor(studyID),
    inOtherStudy: await ofDoctor(otherStudyID),
    assistant: await session(staff, `/assistant/studies/${studyID}/remote-session`),
  };
};

test('a line that the centre adds is listed in the viewer of its clients, until it is deleted', async () => {
  const { staff, doctor, assistant } = await centre();
  const created = responseOf(createImplantLine, await staff.post('/assistant/implants', LINE));
  expect(created).toMatchObject(LINE);
  expect(responseOf(listImplantLines, await staff.get('/assistant/implants')).lines).toEqual([created]);
  for (const viewer of [doctor, assistant])
    expect(await viewer.implants()).toEqual({ implants: [LINE], isUnreadable: false });
  expect((await staff.delete(`/assistant/implants/${created.lineUUID}`)).status).toBe(204);
  expect(refusal(await staff.delete(`/assistant/implants/${created.lineUUID}`))).toEqual([
    404,
    'Линейка не найдена. Возможно, её уже удалили',
  ]);
  expect((await doctor.implants()).implants).toEqual([]);
});

test('an implant line needs a unique name and valid sizes in ascending order', async () => {
  const { staff, context } = await centre();
  const add = (change: object) => staff.post('/assistant/implants', { ...LINE, ...change });
  expect((await add({})).status).toBe(201);
  expect(refusal(await add({ manufacturer: 'ЗАВОД', line: ' серия а ' }))).toEqual([
    409,
    'Такая линейка уже есть. Удалите прежнюю или назовите новую иначе',
  ]);
  const wrong = [
    { line: ' ' },
    { line: 'я'.repeat(101) },
    { shape: 'zygomatic' },
    { sizes: [] },
    { sizes: [{ diameterMm: 4, lengthsMm: [] }] },
    { sizes: [{ diameterMm: 40, lengthsMm: [10] }] },
    { sizes: [{ diameterMm: 4, lengthsMm: [3] }] },
    { sizes: [{ diameterMm: 4, lengthsMm: [600] }] },
    { sizes: [{ diameterMm: 4, lengthsMm: [10, 8] }] },
    { sizes: [{ diameterMm: 4, lengthsMm: [8, 8] }] },
    { sizes: [LINE.sizes[1], LINE.sizes[0]] },
    { sizes: [{ diameterMm: '4', lengthsMm: [10] }] },
  ];
  for (const change of wrong)
    expect([change, (await add({ line: 'Б', ...change })).status]).toEqual([change, 400]);
  const rows = Array.from({ length: 199 }, (_, number) => ({
    lineUUID: crypto.randomUUID(),
    manufacturer: 'Завод',
    line: `Серия ${number}`,
    shape: 'tapered',
    sizes: JSON.stringify(LINE.sizes),
    createdAt: new Date(),
  }));
  await context.db.insertInto('implantLines').values(rows).execute();
  expect(refusal(await add({ line: 'Ещё одна' }))).toEqual([
    409,
    'Больше 200 своих линеек добавить нельзя. Удалите лишние',
  ]);
});

test('favourites and the last used size belong to the account: other studies show them, other accounts do not', async () => {
  const { doctor, inOtherStudy, assistant, clock } = await centre();
  await doctor.choose({ ...TSIII, isFavourite: true });
  await doctor.choose({ ...BLX, used: { diameterMm: 3.75, lengthMm: 10 } });
  const first = { ...BLX, isFavourite: false, last: { diameterMm: 3.75, lengthMm: 10 } };
  const starred = { ...TSIII, isFavourite: true, last: null };
  expect(await inOtherStudy.choices()).toMatchObject([first, starred]);
  expect(await assistant.choices()).toEqual([]);

  clock.advance(60_000);
  const used = await inOtherStudy.choose({ ...TSIII, used: { diameterMm: 4, lengthMm: 11.5 } });
  expect(responseOf(saveImplantChoice, used).choices).toMatchObject([
    { ...starred, last: { diameterMm: 4, lengthMm: 11.5 } },
    first,
  ]);
  await doctor.choose({ ...TSIII, isFavourite: false });
  expect(await doctor.choices()).toMatchObject([{ ...TSIII, isFavourite: false }, first]);
});

test('an implant line that is neither starred nor used is not kept, and invalid choices are refused', async () => {
  const { assistant } = await centre();
  await assistant.choose({ ...BLX, isFavourite: true });
  await assistant.choose({ ...BLX, isFavourite: false });
  expect(await assistant.choices()).toEqual([]);
  const wrong = [
    { line: 'BLX', isFavourite: true },
    { ...BLX, line: '', isFavourite: true },
    { ...BLX, isFavourite: 'yes' },
    { ...BLX, used: { diameterMm: 0, lengthMm: 10 } },
    { ...BLX, used: { diameterMm: 4, lengthMm: 1e9 } },
    { ...BLX, used: { diameterMm: 4 } },
  ];
  for (const change of wrong)
    expect([change, (await assistant.choose(change)).status]).toEqual([change, 400]);
});

test('an account keeps at most 100 starred implant lines and the 100 that it used last', async () => {
  const { doctor, context } = await centre();
  await doctor.choose({ ...BLX, isFavourite: true });
  const { accountID } = await context.db
    .selectFrom('implantChoices')
    .select('accountID')
    .executeTakeFirstOrThrow();
  const rows = (count: number, isFavourite: boolean) =>
    Array.from({ length: count }, (_, number) => ({
      accountID,
      manufacturer: 'Завод',
      line: `${isFavourite} ${number}`,
      isFavourite,
      ...(isFavourite
        ? { usedAt: null, diameterMm: null, lengthMm: null }
        : { usedAt: new Date(number), diameterMm: 4, lengthMm: 10 }),
    }));
  await context.db.insertInto('implantChoices').values(rows(99, true)).execute();
  await context.db.insertInto('implantChoices').values(rows(100, false)).execute();
  expect(refusal(await doctor.choose({ ...TSIII, isFavourite: true }))).toEqual([
    409,
    'Больше 100 избранных линеек добавить нельзя. Снимите лишние звёзды',
  ]);
  expect((await doctor.choose({ ...BLX, isFavourite: true })).status).toBe(200);
  await doctor.choose({ ...TSIII, used: { diameterMm: 4, lengthMm: 10 } });
  const choices = await doctor.choices();
  expect(choices.filter(({ isFavourite }) => isFavourite)).toHaveLength(100);
  expect(choices.filter(({ isFavourite }) => !isFavourite)).toHaveLength(100);
  expect(choices[0]).toMatchObject(TSIII);
  expect(choices.map(({ line }) => line)).not.toContain('false 0');
});

test('a share recipient sees the implant lines of the centre but cannot save choices', async () => {
  const { nobody, staff, studyID } = await centre();
  await staff.post('/assistant/implants', LINE);
  const share = await shareStudy(staff, studyID, { flags: ['remote-viewer'] });
  const opened = await nobody.post('/external/study/remote-session', undefined, shareHeaders(share.token));
  const headers = withTicket(ticketOf(opened));
  expect(responseOf(getImplants, await nobody.get('/viewer/implants', headers)).implants).toEqual([LINE]);
  const kept = await nobody.get('/viewer/implant-choices', headers);
  expect(responseOf(listImplantChoices, kept).choices).toEqual([]);
  const refused = await nobody.put('/viewer/implant-choices', { ...BLX, isFavourite: true }, headers);
  expect(refused.status).toBe(403);
});
