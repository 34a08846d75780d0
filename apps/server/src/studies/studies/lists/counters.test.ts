import { getCounters } from '@snimok/contract/studies/study-counters';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

test('the counters are exact after many concurrent changes of studies', async () => {
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
  const counters = async () => responseOf(getCounters, await assistant.get('/assistant/counters'));
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

  // concurrent updates of the studies are counted too
  const ids = replies.map(({ body }) => (body as { studyID: number }).studyID);
  const change = (id: number, i: number) => {
    const changes =
      [{ status: 'done' }, { restored: true }, { deletedAt: new Date() }, { comment: '' }][i >> 2] ?? {};
    return context.db
      .updateTable('studies')
      .set({ comment: '', ...changes })
      .where('id', '=', id)
      .execute();
  };
  await Promise.all(ids.slice(0, 12).map(change));
  expect(await counted()).toEqual(Array(4).fill({ studiesCount: 9, inWorkCount: 8, restoringCount: 1 }));
  expect(await counters()).toEqual({ ...inWork, studiesCount: 36, patientsInWorkRestored: 4 });
});
