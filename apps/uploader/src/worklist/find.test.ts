import { expect, test } from 'vitest';
import { encodeText, transliterate } from './character-set.ts';
import type { Item } from './attributes.ts';
import { findScheduled } from './find.ts';

type Machine = Parameters<typeof findScheduled>[2];

const NOW = new Date(2026, 10, 23, 12, 0, 0);
const at = (day: number, hours: number) => new Date(2026, 10, day, hours, 30, 0).toISOString();

const study: Item = {
  accessionNumber: 'S7',
  ...{ studyID: 7, bookingID: null, patientID: 70, studyType: 'rg' },
  ...{ name: 'Ёлкина Анна Петровна', birthday: '1987-03-14', sex: 'female' },
  ...{ doctorID: 1, doctorName: 'Клиника «Улыбка»', beginsAt: at(23, 10) },
};
const cbct: Item = { ...study, accessionNumber: 'S8', studyID: 8, studyType: 'cbct', beginsAt: at(20, 9) };
const booking: Item = {
  ...study,
  ...{ accessionNumber: 'B3', studyID: null, bookingID: 3, patientID: null, studyType: null },
  ...{ name: 'Щукин Юрий', birthday: null, sex: null, beginsAt: at(23, 8) },
};
const items = [study, cbct, booking];

const machine: Machine = {
  ...{ portal: 'https://snimok.example', station: 'PANO', characterSet: 'utf-8', implicit: false },
};

const KEYS = { AccessionNumber: '', PatientName: '' };
const STEP = 'ScheduledProcedureStepSequence';
/** The accession numbers of the answers, from their bytes. */
const found = (query: Record<string, unknown>) =>
  findScheduled(items, { ...KEYS, ...query }, machine, NOW).map((bytes) => {
    const [, number] = /SH..([SB]\d+)/s.exec(Buffer.from(bytes).toString('latin1')) ?? [];
    return number;
  });

test('all items are found without keys, in the order of their times; a study of an earlier day is for today', () => {
  expect(found({})).toEqual(['B3', 'S8', 'S7']);
  expect(found({ [STEP]: [{ ScheduledProcedureStepStartDate: '20261123' }] })).toEqual(['B3', 'S8', 'S7']);
  expect(found({ [STEP]: [{ ScheduledProcedureStepStartDate: '20261124-' }] })).toEqual([]);
  expect(found({ [STEP]: [{ ScheduledProcedureStepStartDate: '20261101-20261123' }] })).toHaveLength(3);
  const times = { ScheduledProcedureStepStartTime: '0900-1000' };
  expect(found({ [STEP]: [times] })).toEqual(['S8']);
});

test('keys match single values and wildcards, names in either alphabet, ignoring case and ё', () => {
  expect(found({ AccessionNumber: 'S7' })).toEqual(['S7']);
  expect(found({ PatientID: '70' })).toEqual(['S8', 'S7']);
  expect(found({ PatientID: 'B3' })).toEqual(['B3']);
  expect(found({ PatientName: [{ Alphabetic: 'елкина*' }] })).toEqual(['S8', 'S7']);
  expect(found({ PatientName: [{ Alphabetic: 'SHCHUKIN^*' }] })).toEqual(['B3']);
  expect(found({ PatientName: [{ Alphabetic: 'Щукин^Юри?' }] })).toEqual(['B3']);
  expect(found({ PatientName: [{ Alphabetic: '(.*' }] })).toEqual([]);
});

test('a machine of another modality does not get the study; a booking is for every machine', () => {
  const of = (Modality: string, ScheduledStationAETitle = '') =>
    found({ [STEP]: [{ Modality, ScheduledStationAETitle }] });
  expect(of('CT')).toEqual(['B3', 'S8']);
  expect(of('IO')).toEqual(['B3', 'S7']);
  expect(of('PX', 'PANO')).toEqual(['B3', 'S7']);
  expect(of('PX', 'OTHER')).toEqual([]);
  expect(of('MR')).toEqual([]);
});

test('names are written in the character set of the machine', () => {
  expect([...encodeText('Ёё№Ая', 'iso-ir-144')]).toEqual([0xa1, 0xf1, 0xf0, 0xb0, 0xef]);
  expect([...encodeText('«–\u040d\u045d😀', 'iso-ir-144')]).toEqual([0x3f, 0x3f, 0x3f, 0x3f, 0x3f]);
  expect(transliterate('Щукин Юрий, Ёж № 5')).toBe('Shchukin Iurii, Ezh ? 5');
  const one = (characterSet: Machine['characterSet']) =>
    Buffer.from(findScheduled([booking], KEYS, { ...machine, characterSet }, NOW)[0] ?? []);
  expect(one('utf-8').toString()).toContain('ISO_IR 192');
  expect(one('utf-8').toString()).toContain('Щукин^Юрий');
  expect(one('iso-ir-144').toString('latin1')).toContain('ISO_IR 144');
  expect(one('latin').toString('latin1')).toContain('Shchukin^Iurii');
});

test('only requested attributes are in the answer, and an empty sequence requests all of its own', () => {
  const bytes = (query: Record<string, unknown>, implicit = false) =>
    Buffer.from(findScheduled([study], query, { ...machine, implicit }, NOW)[0] ?? []).toString('latin1');
  expect(bytes({ PatientID: '' })).toBe('\x08\0\x05\0CS\x0a\0ISO_IR 192\x10\0\x20\0LO\x02\x0070');
  expect(bytes({ PatientID: '' }, true)).toBe('\x08\0\x05\0\x0a\0\0\0ISO_IR 192\x10\0\x20\0\x02\0\0\x0070');
  expect(bytes({ [STEP]: [] })).toContain('PANO');
  expect(bytes({ [STEP]: [{ Modality: '' }] })).not.toContain('PANO');
});
