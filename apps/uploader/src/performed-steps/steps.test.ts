import type { PerformedStep } from '@snimok/contract/reception/dicom-worklist';
import dimse from 'dcmjs-dimse';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { saveStep } from './step-ledger.ts';
import { fakePortal, refusal } from '../testing/fake-portal.ts';
import { sendAsMachine, startMachineReceiver } from '../testing/machine.ts';

const { NCreateRequest, NSetRequest, CFindRequest } = dimse.requests;
const STEP = '1.2.840.10008.3.1.2.3.3';
const REPORT = 'POST /assistant/worklist/steps';

const NEW_STEP = {
  PerformedProcedureStepStatus: 'IN PROGRESS',
  ScheduledStepAttributesSequence: [{ StudyInstanceUID: '1.2.3', AccessionNumber: 'S7' }],
  PerformedProcedureStepStartDate: '20261123',
  PerformedProcedureStepStartTime: '101500',
  PerformedProcedureStepID: '1',
  PerformedStationAETitle: 'XRAY',
  Modality: 'PX',
  PatientName: 'Elkina^Anna',
  PatientBirthDate: '19870314',
  PatientSex: 'F',
};

const dataSet = (elements: object) => new dimse.Dataset({ ...elements });
const create = (uid: string, elements: object = NEW_STEP) => {
  const request = new NCreateRequest(STEP, uid);
  request.setDataset(dataSet(elements));
  return request;
};
const change = (uid: string, elements: object) => {
  const request = new NSetRequest(STEP, uid);
  request.setDataset(dataSet(elements));
  return request;
};
const COMPLETED = {
  PerformedProcedureStepStatus: 'COMPLETED',
  PerformedProcedureStepEndDate: '20261123',
  PerformedProcedureStepEndTime: '102000',
};

/** A portal that records the reports; `portal.away` makes it not answer. */
const recorder = () => {
  const portal = { away: false, reports: [] as Record<string, unknown>[] };
  const call = fakePortal({
    [REPORT]: ({ body }) => {
      if (portal.away) throw refusal(undefined);
      portal.reports.push(body as Record<string, unknown>);
      return { bound: ['S7'] };
    },
  });
  return { portal, call };
};

test('the beginning and the end of a performed step are each reported to the portal once', async () => {
  const { portal, call } = recorder();
  const { port, reportSteps } = await startMachineReceiver({ call });
  expect(await sendAsMachine(port, [create('1.2.3.1')])).toMatchObject([{ status: 0, uid: '1.2.3.1' }]);
  await reportSteps();
  await reportSteps();
  expect(portal.reports).toEqual([
    {
      stepUID: '1.2.3.1',
      status: 'in-progress',
      station: 'XRAY',
      accessionNumbers: ['S7'],
      startedAt: new Date(2026, 10, 23, 10, 15).toISOString(),
      endedAt: null,
      reason: '',
      patient: { name: 'Elkina Anna', birthday: '1987-03-14', sex: 'female' },
    },
  ]);
  expect(await sendAsMachine(port, [change('1.2.3.1', COMPLETED)])).toMatchObject([{ status: 0 }]);
  await reportSteps();
  const endedAt = new Date(2026, 10, 23, 10, 20).toISOString();
  expect(portal.reports.slice(1)).toMatchObject([{ stepUID: '1.2.3.1', status: 'completed', endedAt }]);
});

test('steps that were confirmed to the machine are reported after a restart, once the portal is reachable again', async () => {
  const { portal, call } = recorder();
  portal.away = true;
  const before = await startMachineReceiver({ call });
  await sendAsMachine(before.port, [create('1.2.3.1'), create('1.2.3.2')]);
  const reason = [{ CodeValue: '110513', CodingSchemeDesignator: 'DCM', CodeMeaning: 'Discontinued' }];
  const stopped = {
    PerformedProcedureStepStatus: 'DISCONTINUED',
    PerformedProcedureStepDiscontinuationReasonCodeSequence: reason,
  };
  before.clock.ms += 1000;
  await sendAsMachine(before.port, [change('1.2.3.1', stopped)]);
  await before.reportSteps();
  expect(before.events).toContain('step-not-reported');
  before.close();

  const after = await startMachineReceiver({ call, folder: before.folder });
  portal.away = false;
  await after.reportSteps();
  expect(portal.reports).toMatchObject([
    { stepUID: '1.2.3.2', status: 'in-progress' },
    { stepUID: '1.2.3.1', status: 'discontinued', reason: 'Discontinued' },
  ]);
});

test('a step that the portal would refuse does not keep the others from being reported', async () => {
  const { portal, call } = recorder();
  const { port, ledger, reportSteps } = await startMachineReceiver({ call });
  const impossible = create('1.2.3.1', { ...NEW_STEP, PatientBirthDate: '19900431' });
  expect(await sendAsMachine(port, [impossible])).toMatchObject([{ status: 0 }]);
  await reportSteps();
  expect(portal.reports).toMatchObject([{ stepUID: '1.2.3.1', patient: { birthday: null } }]);

  const { stepUID: _, ...facts } = portal.reports[0] as z.input<typeof PerformedStep>;
  expect(() => saveStep(ledger, { uid: '1.2.3.2', facts: { ...facts, station: '' } }, 0)).toThrow('station');
  // as an earlier version recorded it
  ledger
    .prepare("insert into steps (uid, station, facts, changedMs, reported) values ('1.2.3.3', '', ?, 0, 0)")
    .run(JSON.stringify({ ...facts, station: '' }));
  await sendAsMachine(port, [create('1.2.3.4')]);
  await reportSteps();
  expect(portal.reports.slice(1)).toMatchObject([{ stepUID: '1.2.3.4' }]);
});

test('wrong requests get the statuses of PS3.7, annex C', async () => {
  const { call } = recorder();
  const { port } = await startMachineReceiver({ call });
  const { PerformedProcedureStepStatus: _, ...withoutStatus } = NEW_STEP;
  const statusOf = async (...requests: Parameters<typeof sendAsMachine>[1]) =>
    (await sendAsMachine(port, requests)).at(-1)?.status;
  expect(await statusOf(create('1.2.3.1', withoutStatus))).toBe(0x0120);
  expect(await statusOf(create('1.2.3.1', { ...NEW_STEP, PerformedProcedureStepStatus: '' }))).toBe(0x0121);
  expect(await statusOf(create('1.2.3.1', { ...NEW_STEP, ...COMPLETED }))).toBe(0x0106);
  expect(await statusOf(create('1..2'))).toBe(0x0106);
  expect(await statusOf(create('1.2.3.1'))).toBe(0);
  expect(await statusOf(create('1.2.3.1'))).toBe(0x0111);
  expect(await statusOf(change('1.2.3.9', COMPLETED))).toBe(0x0112);
  expect(await statusOf(change('1.2.3.1', { PerformedProcedureStepStatus: 'DONE' }))).toBe(0x0106);
  expect(await statusOf(change('1.2.3.1', COMPLETED))).toBe(0);
  const [late] = await sendAsMachine(port, [change('1.2.3.1', COMPLETED)]);
  expect(late).toMatchObject({
    status: 0x0110,
    comment: 'Performed Procedure Step Object may no longer be updated',
  });
});

test('a machine cannot change a step of another one', async () => {
  const { portal, call } = recorder();
  const { port, reportSteps } = await startMachineReceiver({ call, machines: ['PANO'] });
  await sendAsMachine(port, [create('1.2.3.1')]);
  const [refused] = await sendAsMachine(port, [change('1.2.3.1', COMPLETED)], { aet: 'PANO' });
  expect(refused).toMatchObject({ status: 0x0124 });
  await reportSteps();
  expect(portal.reports).toMatchObject([{ stepUID: '1.2.3.1', status: 'in-progress' }]);
  expect(await sendAsMachine(port, [change('1.2.3.1', COMPLETED)])).toMatchObject([{ status: 0 }]);
});

test('an unlisted machine can neither query the worklist nor report steps, whatever presentation context it uses', async () => {
  const { call } = recorder();
  const { port } = await startMachineReceiver({ call, unlisted: 'hold' });
  // a context that was not accepted gets no request; the library sends these in one that was
  const find = CFindRequest.createWorklistFindRequest({ PatientName: '*' });
  find.getCommandDataset().setElement('AffectedSOPClassUID', '1.2.840.10008.1.1');
  const step = create('1.2.3.1');
  step.getCommandDataset().setElement('AffectedSOPClassUID', '1.2.840.10008.1.1');
  const options = { aet: 'OTHER', contexts: ['1.2.840.10008.1.1'] };
  expect(await sendAsMachine(port, [find], options)).toMatchObject([{ status: 0x0122 }]);
  expect(await sendAsMachine(port, [step], options)).toMatchObject([{ status: 0x0122 }]);
});
