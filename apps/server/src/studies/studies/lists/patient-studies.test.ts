import { getOwnStudy, listOwnPatientStudies, listPatientStudies } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { badIDs, badOffsets, everyPage } from '../../../testing/requests-and-waiting/pages.ts';
import { responseOf, refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { DAY_MS } from '../../../platform/time-and-sizes/duration.ts';

test('a doctor reads a study without the fields for assistants', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor({ name: 'Анна' });
  const patient = await make.patient({ doctor: account });
  const doctor = await as(account);
  const shownStatus = { 'in-work': 'in-work', done: 'available', archived: 'need-restore' } as const;
  for (const status of ['in-work', 'done', 'archived'] as const) {
    const { studyID, patientID } = await make.study({ patient, status });
    const reply = await doctor.get(`/doctor/patients/${patientID}/studies/${studyID}`);
    const study = responseOf(getOwnStudy, reply);
    expect(study).toMatchObject({ studyID, patientID, status: shownStatus[status], doctorName: 'Анна' });
    expect(Object.keys(study)).not.toEqual(expect.arrayContaining(['creatorName']));
    expect(study).not.toHaveProperty('assistantCanDelete');
    expect(study).not.toHaveProperty('upload');
  }
});

test('a doctor finds a study only under the patient that it belongs to', async () => {
  const { as, make } = await startServer();
  const account = await make.doctor();
  const study = await make.study({ doctor: account });
  const other = await make.patient({ doctor: account });
  const foreign = await make.study({ status: 'done' });
  const doctor = await as(account);
  for (const path of ['', '/download']) {
    const through = (patientID: number, studyID: number) =>
      doctor.get(`/doctor/patients/${patientID}/studies/${studyID}${path}`);
    expect((await through(other.patientID, study.studyID)).status).toBe(404);
    expect((await through(study.patientID, foreign.studyID)).status).toBe(404);
    expect((await through(foreign.patientID, foreign.studyID)).status).toBe(403);
    expect((await through(foreign.patientID, study.studyID)).status).toBe(403);
    expect((await through(1_000_000, study.studyID)).status).toBe(404);
    for (const id of badIDs) {
      const reply = await doctor.get(`/doctor/patients/${study.patientID}/studies/${id}${path}`);
      expect([id, ...refusal(reply)]).toEqual([id, 404, expect.stringMatching(/[а-я]/)]);
    }
  }
});

test('the studies of a patient are listed newest first, 30 per page, each exactly once', async () => {
  const { as, make, context, clock } = await startServer();
  const account = await make.doctor();
  const patient = await make.patient({ doctor: account });
  const creator = await make.assistant();
  // the first is the newest; all others have the same creation time, so that their order is decided by id
  const at = (i: number) => new Date(clock.now().getTime() - (i === 0 ? 0 : DAY_MS));
  const names = { patientName: 'Иванов', doctorName: 'Клиника', creatorID: creator.id };
  await context.db
    .insertInto('studies')
    .values(Array.from({ length: 62 }, (_, i) => ({ ...patient, ...names, type: 'rg', createdAt: at(i) })))
    .execute();
  await make.study();
  const assistant = await as(creator);
  const doctor = await as(account);
  const path = `patients/${patient.patientID}/studies`;
  const lists = [
    async (offset: number) =>
      responseOf(listPatientStudies, await assistant.get(`/assistant/${path}?offset=${offset}`)),
    async (offset: number) =>
      responseOf(listOwnPatientStudies, await doctor.get(`/doctor/${path}?offset=${offset}`)),
  ];
  for (const list of lists) {
    const ids = await everyPage(async (offset) => {
      const { studies, ...page } = await list(offset);
      return { rows: studies.map(({ studyID }) => studyID), ...page };
    });
    expect(new Set(ids).size).toBe(62);
    expect(ids[0]).toBe(Math.min(...ids));
    expect(ids.slice(1)).toEqual(ids.slice(1).toSorted((a, b) => b - a));
  }
  for (const offset of badOffsets) {
    const badPath = `${path}?offset=${offset}`;
    expect([offset, (await assistant.get(`/assistant/${badPath}`)).status]).toEqual([offset, 400]);
    expect([offset, (await doctor.get(`/doctor/${badPath}`)).status]).toEqual([offset, 400]);
  }
});
