import { expect, test } from 'vitest';
import { makeCopyOf, makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { until } from '../../testing/requests-and-waiting/until.ts';
import { eraseObjectsOf, eraseRowsOf, takeStep } from './erase.ts';
import { askToErase, keysOfList, listKeys, NAME, startWithAdministrators } from './erasure.fixture.ts';
import { makeFilledPatient } from './fill.fixture.ts';
import { STEPS } from './queries.ts';

const confirmOne = async () => {
  const portal = await startWithAdministrators();
  const { server, asFirst, asSecond } = portal;
  const patient = await makeFilledPatient(server, await server.make.doctor());
  const erasureUUID = await askToErase(asFirst, patient.patientID);
  await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`);
  return { server, erasureUUID, patient };
};

test.for([0, 1, 2, 3])(
  'an erasure that is killed before or after step %i continues and ends',
  async (killedAfter) => {
    const { server, erasureUUID, patient } = await confirmOne();
    const { context } = server;
    const setStep = (step: string) =>
      context.db.updateTable('erasures').set({ step }).where('uuid', '=', erasureUUID).execute();
    for (let step = 0; step < killedAfter; step += 1) await takeStep(context, erasureUUID);
    // the process finishes a step and is killed before the database has stored that
    if (killedAfter > 0 && killedAfter < 3) await setStep(STEPS[killedAfter - 1] ?? '');
    await eraseRowsOf(context, { erasureUUID });
    if (killedAfter === 3) {
      // killed while objects are removed
      const failing = { ...context, storage: Object.create(context.storage) as typeof context.storage };
      let removals = 0;
      failing.storage.remove = async (key) => {
        if (++removals > 2) throw new Error('killed');
        await context.storage.remove(key);
      };
      await expect(eraseObjectsOf(failing, { erasureUUID })).rejects.toThrow('killed');
    }
    await eraseObjectsOf(context, { erasureUUID });
    const { status, counts } = await context.db
      .selectFrom('erasures')
      .select(['status', 'counts'])
      .executeTakeFirstOrThrow();
    expect({ status, counts }).toMatchObject({
      status: 'done',
      counts: { studies: 1, objects: 1, messages: 5 },
    });
    expect(await listKeys(context)).toEqual(keysOfList(erasureUUID, patient.mergedID));
    const cards = context.db.selectFrom('patients').select('id').where('id', '=', patient.patientID);
    expect(await cards.execute()).toEqual([]);
  },
);

test('a worker erases a confirmed patient, and leaves the images of a study that another patient has', async () => {
  const { server, asFirst, asSecond } = await startWithAdministrators();
  const patient = await server.make.patient({ name: NAME });
  const shared = await makeDoneStudy(server, { patient });
  const copy = await makeCopyOf(server, shared.objectID);
  const own = await makeDoneStudy(server, { patient });
  const erasureUUID = await askToErase(asFirst, patient.patientID);
  expect((await asFirst.get('/assistant/erasures')).body).toMatchObject({
    erasures: [{ studiesCount: 2, copiesCount: 1, can: { decide: false, withdraw: true } }],
  });
  await asSecond.post(`/assistant/erasures/${erasureUUID}/confirm`);
  await server.work();
  await until('the erasure', async () => {
    const { erasures } = (await asFirst.get('/assistant/erasures')).body as {
      erasures: { status: string }[];
    };
    return erasures[0]?.status === 'done';
  });
  const keys = await listKeys(server.context);
  expect(keys.filter((key) => key.includes(own.objectID))).toEqual([]);
  expect(keys.filter((key) => key.includes(shared.objectID))).toHaveLength(2);
  expect((await asFirst.get(`/assistant/studies/${copy.studyID}/download`)).status).toBe(200);
});
