import { join } from 'node:path';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import dimse from 'dcmjs-dimse';
import { expect, test } from 'vitest';
import { fakePortal } from '../testing/fake-portal.ts';
import { sendAsMachine, startMachineReceiver } from '../testing/machine.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { queryAnswerer } from './answer-query.ts';
import { EncodedDataSet } from './encoded-data-set.ts';
import { matchesText } from './query.ts';
import { openWorklist } from './worklist.ts';

const NAME = 'Константинопольская Александрина Константиновна';

const item = (number: number) => ({
  accessionNumber: `S${number}`,
  studyID: number,
  bookingID: null,
  patientID: 70,
  studyType: 'rg',
  doctorID: 1,
  doctorName: 'Клиника',
  name: NAME,
  birthday: '1987-03-14',
  sex: 'female',
  beginsAt: '2026-11-23T07:30:00.000Z',
});

test('wildcards match every text that they describe', () => {
  const of = (key: string, text: string) => matchesText(key, text);
  for (const [key, text] of [
    ['*', ''],
    ['a*', 'a'],
    ['*a', 'bba'],
    ['a*b*c', 'a-b-b-c'],
    ['*ab*ab', 'abab'],
    ['a?c', 'abc'],
    ['?*?', 'ab'],
    ['**a**', 'a'],
    ['a.c', 'a.c'],
    ['ё^*', 'Е Б'],
  ] as const)
    expect([key, text, of(key, text)]).toEqual([key, text, true]);
  for (const [key, text] of [
    ['a', 'ab'],
    ['?', ''],
    ['a*b', 'abc'],
    ['*ab*ab', 'ab'],
    ['?*?', 'a'],
    ['a.c', 'abc'],
    ['*aab', 'aaaa'],
  ] as const)
    expect([key, text, of(key, text)]).toEqual([key, text, false]);
});

test('matching many wildcards against a long text ends after a bounded number of steps', () => {
  // a regular expression needed 8 to 12 s for eleven characters and would never end with these
  const key = `${'*а'.repeat(31)}!`;
  const text = 'а'.repeat(20_000);
  expect(matchesText(key, text)).toBe(false);
  expect(matchesText(`${'*?'.repeat(31)}!`, text)).toBe(false);
});

test('a key that is longer than its value representation allows is refused', async () => {
  const call = fakePortal({ 'GET /assistant/worklist': () => ({ items: [item(7)] }) });
  const worklist = openWorklist({
    call,
    file: join(temporaryFolder(), 'worklist.json'),
    log: () => undefined,
  });
  const answerQuery = queryAnswerer({
    worklist,
    portal: 'http://portal.test',
    characterSetOf: () => 'utf-8',
  });
  const { port } = await startMachineReceiver({ call, answerQuery });
  const statuses = async (elements: ElementToWrite[]) => {
    const request = dimse.requests.CFindRequest.createWorklistFindRequest({});
    // the library refuses to write values that are too long
    request.setDataset(new EncodedDataSet(encode(elements), TRANSFER_SYNTAX.explicitLittleEndian));
    return (await sendAsMachine(port, [request])).map(({ status }) => status);
  };
  const step = (...element: ElementToWrite): ElementToWrite => [0x00400100, 'SQ', [[element]]];
  expect(await statuses([[0x00100010, 'PN', '*']])).toEqual([0xff00, 0]);
  expect(await statuses([[0x00100010, 'PN', 'A'.repeat(64)]])).toEqual([0]);
  // «one or more Optional Keys were not supported» (PS3.4, table K.4-1)
  expect(await statuses([[0x00080080, 'LO', 'Центр']])).toEqual([0xff01, 0]);
  expect(await statuses([[0x00080080, 'LO', '']])).toEqual([0xff00, 0]);
  for (const key of [
    [0x00100010, 'PN', '*'.repeat(65)],
    [0x00080050, 'SH', '*'.repeat(17)],
    [0x00401001, 'SH', '?'.repeat(17)],
    [0x00100020, 'LO', '*'.repeat(65)],
    step(0x00400001, 'AE', '*'.repeat(17)),
    step(0x00080060, 'CS', 'C*'.repeat(9)),
    step(0x00400002, 'DA', `2026${'-'.repeat(15)}`),
    step(0x00400003, 'TM', `09${'-'.repeat(27)}`),
    [0x00100030, 'DA', '1987-03-14'],
    [0x00100040, 'CS', 'F'.repeat(17)],
    [0x0020000d, 'UI', Array.from({ length: 101 }, (_, at) => `2.25.${at}`).join('\\')],
    step(0x00400002, 'DA', '2026.11.23'),
  ] satisfies ElementToWrite[])
    expect([key, await statuses([key])]).toEqual([key, [0xa900]]);
});
