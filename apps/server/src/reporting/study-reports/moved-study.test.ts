import { getOwnReport, getReport, listReports } from '@snimok/contract/reporting/study-reports';
import { getOwnStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { mergeInto, moveStudyTo } from '../../reception/move-and-merge/move-and-merge.fixture.ts';
import { startReporting } from './study-reports.fixture.ts';

const NAME = 'Ёлкин Пётр Ильич';
const OTHER = 'Журавлёва Мария Олеговна';
const CLOSED = 'Заключение подписано для другой карточки пациента. Центр подпишет исправленное заключение';

const start = async () => {
  const centre = await startReporting();
  const { one, server, owner, patient, studyID } = centre;
  await one.start();
  await one.text('conclusion', 'Готово');
  await one.sign();
  const other = await server.make.patient({ doctor: owner, name: OTHER });
  const pathOf = (patientID: number) => `/doctor/patients/${patientID}/studies/${studyID}`;
  const shown = async (number = 1) => responseOf(getReport, await one.client.get(`${one.path}/${number}`));
  const waiting = async () =>
    responseOf(listReports, await one.client.get('/assistant/reports?state=waiting')).reports;
  return { ...centre, other, pathOf, shown, waiting, patientID: patient.patientID };
};

test('a report that names another patient since its study moved is closed to clients until its correction is signed', async () => {
  const { one, server, doctor, other, pathOf, shown, waiting, studyID, patientID } = await start();
  const { token } = await shareStudy(one.client, studyID, { flags: ['download'] });
  expect((await moveStudyTo(one.client, studyID, other.patientID, { revokeLinks: [] })).status).toBe(200);

  expect(await shown()).toMatchObject({ patientName: NAME, cardName: OTHER, misfiled: true });
  expect(await waiting()).toMatchObject([{ studyID, patientName: OTHER, signed: { misfiled: true } }]);
  const moved = pathOf(other.patientID);
  expect(responseOf(getOwnStudy, await doctor.get(moved))).toMatchObject({
    reportNumber: null,
    reportSignedAt: null,
    reportMisfiled: true,
    canRequestReport: false,
    canWithdrawReportRequest: false,
  });
  expect(refusal(await doctor.get(`${moved}/reports/1`))).toEqual([409, CLOSED]);
  expect(refusal(await doctor.get(`${moved}/reports/1/document`))).toEqual([409, CLOSED]);
  const link = shareHeaders(token);
  expect(refusal(await server.nobody.get('/external/study/report', link))).toEqual([409, CLOSED]);
  expect((await server.nobody.get('/external/study', link)).body).not.toHaveProperty('hasReport');

  await one.start();
  expect(await one.sign({ reason: 'Исследование другого пациента' })).toBe(2);
  expect(await shown(2)).toMatchObject({ patientName: OTHER });
  expect(await shown(2)).not.toHaveProperty('cardName');
  expect(await shown()).toMatchObject({ patientName: NAME, replacedBy: 2 });
  const corrected = responseOf(getOwnReport, await doctor.get(`${moved}/reports/2`));
  // the first version has the name of the other patient
  expect(corrected.versions.map(({ number }) => number)).toEqual([2]);
  expect((await doctor.get(`${moved}/reports/1`)).status).toBe(409);
  expect((await server.nobody.get('/external/study/report', link)).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect((await doctor.get(`${pathOf(patientID)}/reports/1`)).status).toBe(404);
});

test('the undo of the move opens the report again and takes back the request for its correction', async () => {
  const { one, doctor, other, pathOf, waiting, studyID, patientID } = await start();
  const { reassignmentID } = await moveStudyTo(one.client, studyID, other.patientID);
  expect(await waiting()).toHaveLength(1);
  expect((await one.client.post(`/assistant/reassignments/${reassignmentID}/undo`)).status).toBe(204);
  expect(await waiting()).toEqual([]);
  expect((await doctor.get(`${pathOf(patientID)}/reports/1`)).status).toBe(200);
});

test('a report stays readable when the same patient gets another name, and says for which name it was signed', async () => {
  const { one, doctor, pathOf, patientID, server, owner, studyID } = await start();
  const facts = { name: 'Ёлкин Пётр Иванович', sex: 'male', birthday: '1980-01-02', phone: '+79991234567' };
  await server.context.db.updateTable('patients').set(facts).where('id', '=', patientID).execute();
  await server.context.db
    .updateTable('studies')
    .set({ patientName: facts.name })
    .where('id', '=', studyID)
    .execute();
  const read = async (id: number) => responseOf(getOwnReport, await doctor.get(`${pathOf(id)}/reports/1`));
  expect(await read(patientID)).toMatchObject({ patientName: NAME, cardName: facts.name });
  expect(await read(patientID)).not.toHaveProperty('misfiled');
  // merged cards are of one person
  const kept = await server.make.patient({ doctor: owner, name: 'Ёлкин П. И.' });
  expect((await mergeInto(one.client, kept.patientID, patientID, { facts })).status).toBe(200);
  expect(await read(kept.patientID)).toMatchObject({ patientName: NAME, cardName: facts.name });
  expect(await read(kept.patientID)).not.toHaveProperty('misfiled');
});
