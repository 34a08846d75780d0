import { getAnnotations } from '@snimok/contract/viewing/annotations';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { shareStudy, shareHeaders } from '../../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../../testing/callers/viewer.ts';
import { annotation, centre } from './annotations.fixture.ts';

test('settings of reading modes are saved, and kept when a viewer of an earlier version changes the plan', async () => {
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

test('landmarks of an X-ray are saved, shown to others and kept when an earlier viewer version changes the plan', async () => {
  const { asAssistant, asDoctor, assistant: client, nobody, studyID } = await centre();
  const assistant = await asAssistant();
  const doctor = await asDoctor();
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
  const allowed = await recipient(true);
  const other = await recipient(false);
  const marks = responseOf(getAnnotations, await nobody.get('/viewer/marks', allowed));
  expect(marks.authors[0]!.plan?.cephalograms).toEqual([cephalogram]);
  expect((await nobody.get('/viewer/marks', other)).body).toEqual({ revision: 0, authors: [] });
  const sent = { revision: 0, marks: [], plan: { ...plan, cephalograms: [] } };
  expect((await nobody.put('/viewer/marks', sent, allowed)).status).toBe(403);
});

test('product, set points and plan are saved, and a viewer that does not know the plan leaves it unchanged', async () => {
  const { asAssistant, asDoctor } = await centre();
  const assistant = await asAssistant();
  const doctor = await asDoctor();
  const product = { manufacturer: 'Универсальный', line: 'Цилиндрический' };
  const implant = { ...annotation(), kind: 'implant', sizeMm: 4, product, tooth: 36 };
  const setPoints = annotation().points;
  const canal = { ...annotation(), kind: 'canal', sizeMm: 2, setPoints, unchecked: true };
  const levelling = { series: 0, by: 'occlusal', left: [1, 0, 0], back: [0, 1, 0], up: [0, 0, 1] };
  const plan = { sleeveMm: 1.5, warnMm: 3, levellings: [levelling] };
  expect((await assistant.savePlan(0, [implant, canal], plan)).status).toBe(200);
  expect((await doctor.read()).authors[0]?.marks).toEqual([implant, canal]);
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

test('arches of one jaw are saved with the plan, and a save without them keeps them', async () => {
  const { asAssistant, asDoctor } = await centre();
  const assistant = await asAssistant();
  const doctor = await asDoctor();
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

test('a version of annotations contains the landmarks of its time, and one of an earlier server contains none', async () => {
  const { asAssistant, clock, context } = await centre();
  const assistant = await asAssistant();
  const plan = { sleeveMm: 1.5, warnMm: 2, levellings: [] };
  const traced = { series: 0, frame: 1, view: 'lateral', landmarks: [{ name: 'S', at: [412.25, 300.5] }] };
  const inVolume = { view: 'frontal', name: 'Me', at: [1, 2, 3] };
  const before = { ...plan, cephalograms: [traced], readings: [{ series: 1, landmarks: [inVolume] }] };
  expect((await assistant.savePlan(0, [], before)).status).toBe(200);
  clock.advance(20 * 60_000);
  expect((await assistant.savePlan(1, [], { ...plan, cephalograms: [], readings: [] })).status).toBe(200);
  const [version] = await assistant.versions();
  expect(version).toMatchObject({ authorName: 'Ольга Петрова', own: true, count: 0, landmarks: 2 });
  expect((await assistant.version(version!.versionID)).plan).toEqual(before);

  await context.db.updateTable('studyMarkVersions').set({ plan: null }).execute();
  expect((await assistant.versions())[0]!.landmarks).toBe(0);
  expect(await assistant.version(version!.versionID)).not.toHaveProperty('plan');
});
