import { ofDoctor } from '@snimok/contract/messaging/messenger-attachments';
import { listOwnPatients } from '@snimok/contract/people/patients';
import { listReassignments } from '@snimok/contract/reception/move-and-merge';
import { listReports } from '@snimok/contract/reporting/study-reports';
import { listDeletedStudies } from '@snimok/contract/studies/lifecycle';
import { listComparable } from '@snimok/contract/viewing/comparison';
import { getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import { handToPatient } from '@snimok/contract/viewing/patient-access';
import { expect, test } from 'vitest';
import { moveStudyTo } from '../reception/move-and-merge/move-and-merge.fixture.ts';
import { reporter } from '../reporting/study-reports/study-reports.fixture.ts';
import { shareHeaders, shareStudy } from '../testing/callers/share.ts';
import { ticketOf, withTicket } from '../testing/callers/viewer.ts';
import { startServer } from '../testing/portal/server.ts';
import { responseOf } from '../testing/requests-and-waiting/contract.ts';
import { setExamined } from '../testing/scans/examined-at.ts';

const instant = '2026-02-28T04:10:00.000Z';
/** What is stored about an examination, and how every answer shows it. */
const EXAMINATIONS = {
  'with its time': {
    stored: { day: '2026-02-27', time: '23:10', offset: '-05:00' },
    shown: { day: '2026-02-27', time: '23:10', offset: '-05:00', instant, source: 'person' },
  },
  'by its day': {
    stored: { day: '2026-02-27', time: null },
    shown: {
      day: '2026-02-27',
      time: null,
      offset: '+03:00',
      instant: '2026-02-26T21:00:00.000Z',
      source: 'person',
    },
  },
  'as unknown': { stored: null, shown: null },
};

test.for(Object.entries(EXAMINATIONS))(
  'every answer that dates a study gives its examination %s',
  async ([, { stored, shown }]) => {
    const { as, make, context, nobody } = await startServer();
    const owner = await make.doctor({ flags: ['remote-viewer'] });
    const patient = await make.patient({ doctor: owner });
    const { studyID } = await make.study({ patient, status: 'done' });
    const other = await make.study({ patient, status: 'done' });
    await setExamined(context, studyID, stored);
    const doctor = await as(owner);
    const assistant = await as(await make.assistant());
    const answers: Record<string, unknown> = {};

    const { token } = await shareStudy(assistant, studyID);
    const external = await nobody.get('/external/study?page=true', shareHeaders(token));
    answers.external = responseOf(getExternalStudy, external).examinedAt;
    const handed = { shareUUID: crypto.randomUUID(), pin: '482913' };
    const sheet = await doctor.post(`/studies/${studyID}/patient-access`, handed);
    answers.sheet = responseOf(handToPatient, sheet).examinedAt;
    const comparable = await doctor.get(`/studies/${other.studyID}/comparable`);
    answers.comparable = responseOf(listComparable, comparable).studies[0]?.examinedAt;
    const opened = await doctor.post(
      `/doctor/patients/${patient.patientID}/studies/${studyID}/remote-session`,
    );
    const viewed = await nobody.get('/viewer/study', withTicket(ticketOf(opened)));
    answers.viewer = responseOf(getViewerStudy, viewed).examinedAt;
    const choices = responseOf(ofDoctor.listCardChoices, await doctor.get('/doctor/messenger/card-choices'));
    answers.messenger = choices.cards.find(({ study }) => study?.studyID === studyID)?.study?.examinedAt;

    const writer = reporter(assistant, studyID);
    await writer.start();
    answers.draft = (await writer.draft()).examinedAt;
    const waiting = responseOf(listReports, await assistant.get('/assistant/reports?state=waiting'));
    answers.reports = waiting.reports[0]?.examinedAt;
    await assistant.delete(`/assistant/studies/${other.studyID}`);
    const patients = responseOf(listOwnPatients, await doctor.get('/doctor/patients'));
    answers.newest = patients.patients[0]?.newestStudy?.examinedAt;

    const target = await make.patient({ doctor: owner });
    const { preview } = await moveStudyTo(assistant, studyID, target.patientID);
    answers.preview = preview.studies[0]?.examinedAt;
    const moves = await assistant.get(`/assistant/patients/${target.patientID}/reassignments`);
    answers.moved = responseOf(listReassignments, moves).reassignments[0]?.study?.examinedAt;
    await assistant.delete(`/assistant/studies/${studyID}`);
    const bin = responseOf(listDeletedStudies, await assistant.get('/assistant/studies/deleted'));
    answers.bin = bin.studies.find((study) => study.studyID === studyID)?.examinedAt;

    expect(answers).toEqual(Object.fromEntries(Object.keys(answers).map((name) => [name, shown])));
  },
);
