import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';

const clickOn = ({ patientID, studyID }: { patientID: number; studyID: number }) =>
  `/doctor/patients/${patientID}/studies/${studyID}/3dseg-click`;

test('each opening of the segmentation dialog is recorded with the study and the doctor', async () => {
  const { as, make, context, clock } = await startServer();
  const owner = await make.doctor();
  const sharedWith = await make.doctor();
  const patient = await make.patient({ doctor: owner });
  const study = await make.study({ patient, type: 'cbct', status: 'done' });
  const shared = { patientID: patient.patientID, doctorID: sharedWith.id };
  await context.db.insertInto('patientShares').values(shared).execute();
  const clinic = await as(owner);
  const opened = clock.now();
  expect((await clinic.post(clickOn(study))).status).toBe(204);
  expect((await clinic.post(clickOn(study))).status).toBe(204);
  expect((await (await as(sharedWith)).post(clickOn(study))).status).toBe(204);
  const clicks = await context.db.selectFrom('segmentationClicks').selectAll().orderBy('id').execute();
  const { studyID } = study;
  expect(clicks).toMatchObject([owner, owner, sharedWith].map(({ id }) => ({ studyID, doctorID: id })));
  expect(clicks.every(({ clickedAt }) => clickedAt >= opened && clickedAt <= clock.now())).toBe(true);
});

test('nothing is counted for a study that is not visible or belongs to another patient', async () => {
  const { as, make, context } = await startServer();
  const doctor = await make.doctor();
  const own = await make.study({ doctor, status: 'done' });
  const another = await make.study({ doctor, status: 'done' });
  const foreign = await make.study({ status: 'done' });
  const clinic = await as(doctor);
  expect((await clinic.post(clickOn(foreign))).status).toBe(403);
  expect((await clinic.post(clickOn({ ...foreign, patientID: own.patientID }))).status).toBe(404);
  expect((await clinic.post(clickOn({ ...another, patientID: own.patientID }))).status).toBe(404);
  expect(await context.db.selectFrom('segmentationClicks').selectAll().execute()).toEqual([]);
});

test('with segmentation switched off the endpoint is not found', async () => {
  const { as, make, context } = await startServer({ THREE_D_SEG_ENABLED: 'off' });
  const doctor = await make.doctor();
  const study = await make.study({ doctor, status: 'done' });
  expect((await (await as(doctor)).post(clickOn(study))).status).toBe(404);
  expect(await context.db.selectFrom('segmentationClicks').selectAll().execute()).toEqual([]);
});
