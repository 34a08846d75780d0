import { expect, test } from 'vitest';
import { encodeText } from './character-set.ts';
import type { Item } from './attributes.ts';
import { findScheduled } from './find.ts';
import { readKeys } from './keys.ts';

type Machine = Parameters<typeof findScheduled>[2];

const NOW = new Date(2026, 10, 23, 12, 0, 0);
const at = (day: number, hours: number) => new Date(2026, 10, day, hours, 30, 0).toISOString();

const study: Item = {
  accessionNumber: 'S7',
  studyID: 7,
  bookingID: null,
  patientID: 70,
  studyType: 'rg',
  name: 'Ёлкина Анна Петровна',
  birthday: '1987-03-14',
  sex: 'female',
  doctorID: 1,
  doctorName: 'Клиника «Улыбка»',
  beginsAt: at(23, 10),
};
const cbct: Item = { ...study, accessionNumber: 'S8', studyID: 8, studyType: 'cbct', beginsAt: at(20, 9) };
const booking: Item = {
  ...study,
  accessionNumber: 'B3',
  studyID: null,
  bookingID: 3,
  patientID: null,
  studyType: null,
  name: 'Щукин Юрий',
  birthday: null,
  sex: null,
  beginsAt: at(23, 8),
};
const items = [study, cbct, booking];

const machine: Machine = {
  portal: 'https://snimok.example',
  station: 'PANO',
  characterSet: 'utf-8',
  implicit: false,
};

const KEYS = { AccessionNumber: '', PatientName: '' };
const STEP = 'ScheduledProcedureStepSequence';
/** The accession numbers of the answers, from their bytes. */
const found = (query: Record<string, unknown>) =>
  findScheduled(items, { ...KEYS, ...query }, machine, NOW).map((bytes) => {
    const [, number] = /SH..([SB]\d+)/s.exec(Buffer.from(bytes).toString('latin1')) ?? [];
    return number;
  });

test('a query without keys finds all items in order of time; a study of an earlier day counts as of today', () => {
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
  const muller: Item = { ...booking, name: 'Müller Қайрат' };
  for (const key of ['MUELLER^*', 'Müller*', '*Кайрат', 'mueller^kairat'])
    expect(
      findScheduled([muller], { ...KEYS, PatientName: [{ Alphabetic: key }] }, machine, NOW),
    ).toHaveLength(1);
});

test('a study is found only by machines of its modality, and a booking by every X-ray machine', () => {
  const of = (Modality: string, ScheduledStationAETitle = '') =>
    found({ [STEP]: [{ Modality, ScheduledStationAETitle }] });
  expect(of('CT')).toEqual(['B3', 'S8']);
  expect(of('IO')).toEqual(['B3', 'S7']);
  expect(of('PX', 'PANO')).toEqual(['B3', 'S7']);
  expect(of('PX', 'OTHER')).toEqual([]);
  expect(of('MR')).toEqual([]);
});

test('birth date, also as a range, and sex select items; an item without them matches no value', () => {
  expect(found({ PatientBirthDate: '19870314' })).toEqual(['S8', 'S7']);
  expect(found({ PatientBirthDate: '19870315' })).toEqual([]);
  expect(found({ PatientBirthDate: '19800101-19871231' })).toEqual(['S8', 'S7']);
  expect(found({ PatientBirthDate: '19871231-19800101' })).toEqual([]);
  expect(found({ PatientSex: 'F' })).toEqual(['S8', 'S7']);
  expect(found({ PatientSex: 'M' })).toEqual([]);
  expect(found({ PatientSex: '*', PatientBirthDate: '*' })).toHaveLength(3);
});

test('every attribute of the response can be a key, and an attribute that is unknown to the portal matches no value', () => {
  const [answer] = findScheduled([study], { StudyInstanceUID: '' }, machine, NOW);
  const [uid] = /2\.25\.\d+/.exec(Buffer.from(answer!).toString('latin1')) ?? [];
  expect(found({ StudyInstanceUID: uid })).toEqual(['S7']);
  expect(found({ StudyInstanceUID: ['2.25.1', uid] })).toEqual(['S7']);
  expect(found({ StudyInstanceUID: '2.25.1' })).toEqual([]);
  expect(found({ ReferringPhysicianName: [{ Alphabetic: 'клиника*' }] })).toHaveLength(3);
  expect(found({ ReferringPhysicianName: [{ Alphabetic: 'другая*' }] })).toEqual([]);
  expect(found({ RequestedProcedureDescription: 'КЛКТ' })).toEqual(['S8']);
  const step = (key: Record<string, unknown>) => found({ [STEP]: [key] });
  expect(step({ ScheduledProcedureStepID: 'S7' })).toEqual(['S7']);
  expect(step({ ScheduledPerformingPhysicianName: [{ Alphabetic: 'Смирнов*' }] })).toEqual([]);
  expect(step({ ScheduledPerformingPhysicianName: [{ Alphabetic: '*' }] })).toHaveLength(3);
  expect(step({ Modality: ['IO', 'CT'] })).toEqual(['B3', 'S8', 'S7']);
  expect(step({ Modality: 'D?' })).toEqual(['B3', 'S7']);
});

test('a date range and a time range of the same form are combined into one range', () => {
  const step = (date: string, time: string) =>
    found({ [STEP]: [{ ScheduledProcedureStepStartDate: date, ScheduledProcedureStepStartTime: time }] });
  expect(step('20261122-20261124', '1800-0600')).toEqual(['B3', 'S8', 'S7']);
  expect(step('20261123-20261124', '0900-0100')).toEqual(['S8', 'S7']);
  expect(step('20261123-', '0900-')).toEqual(['S8', 'S7']);
  expect(step('20261123', '0900-1000')).toEqual(['S8']);
  expect(found({ [STEP]: [{ ScheduledProcedureStepStartTime: '083000.000' }] })).toEqual(['B3']);
});

test('a query with an invalid date or time is refused, and a query with keys that are not compared is recognised', () => {
  for (const key of [
    { PatientBirthDate: '1987-03-14' },
    { PatientBirthDate: 'yesterday' },
    { [STEP]: [{ ScheduledProcedureStepStartDate: '20261123-20261124-' }] },
    { [STEP]: [{ ScheduledProcedureStepStartDate: '-' }] },
    { [STEP]: [{ ScheduledProcedureStepStartTime: '9:30' }] },
  ])
    expect([key, readKeys(key)]).toEqual([key, null]);
  const isPartlyCompared = (query: Record<string, unknown>) => readKeys(query)?.isPartlyCompared;
  expect(isPartlyCompared({ SpecificCharacterSet: 'ISO_IR 192', PatientName: 'А*', MedicalAlerts: '' })).toBe(
    false,
  );
  expect(isPartlyCompared({ InstitutionName: '' })).toBe(false);
  expect(isPartlyCompared({ InstitutionName: 'Центр' })).toBe(true);
  expect(isPartlyCompared({ PatientWeight: [80] })).toBe(true);
  expect(isPartlyCompared({ constructor: 'Object' })).toBe(true);
  expect(isPartlyCompared({ RequestedProcedureCodeSequence: [{ CodeValue: 'P1' }] })).toBe(true);
  expect(isPartlyCompared({ RequestedProcedureCodeSequence: [{ CodeValue: '' }] })).toBe(false);
  expect(isPartlyCompared({ [STEP]: [{ ScheduledStationName: 'Пано' }] })).toBe(true);
});

test('names are written in the character set of the machine', () => {
  expect([...encodeText('Ёё№Ая', 'iso-ir-144')]).toEqual([0xa1, 0xf1, 0xf0, 0xb0, 0xef]);
  // characters that the set does not contain are transliterated
  const inISO88595 = (text: string) => new TextDecoder('iso-8859-5').decode(encodeText(text, 'iso-ir-144'));
  expect(inISO88595('Клиника «Улыбка» – №1')).toBe('Клиника "Улыбка" - №1');
  expect(inISO88595('Müller Jürgen, Қайрат Ғани')).toBe('Mueller Juergen, Кайрат Гани');
  const one = (characterSet: Machine['characterSet']) =>
    Buffer.from(findScheduled([booking], KEYS, { ...machine, characterSet }, NOW)[0] ?? []);
  expect(one('utf-8').toString()).toContain('ISO_IR 192');
  expect(one('utf-8').toString()).toContain('Щукин^Юрий');
  expect(one('iso-ir-144').toString('latin1')).toContain('ISO_IR 144');
  expect(one('latin').toString('latin1')).toContain('Shchukin^Iurii');
  const named = (name: string, characterSet: Machine['characterSet']) =>
    Buffer.from(
      findScheduled([{ ...booking, name }], KEYS, { ...machine, characterSet }, NOW)[0] ?? [],
    ).toString('latin1');
  for (const characterSet of ['latin', 'iso-ir-144'] as const)
    expect(named('Müller Jürgen', characterSet)).toContain('Mueller^Juergen');
});

test('only requested attributes are in the answer, and an empty sequence requests all of its own', () => {
  const bytes = (query: Record<string, unknown>, implicit = false) =>
    Buffer.from(findScheduled([study], query, { ...machine, implicit }, NOW)[0] ?? []).toString('latin1');
  expect(bytes({ PatientID: '' })).toBe('\x08\0\x05\0CS\x0a\0ISO_IR 192\x10\0\x20\0LO\x02\x0070');
  expect(bytes({ PatientID: '' }, true)).toBe('\x08\0\x05\0\x0a\0\0\0ISO_IR 192\x10\0\x20\0\x02\0\0\x0070');
  expect(bytes({ [STEP]: [] })).toContain('PANO');
  expect(bytes({ [STEP]: [{ Modality: '' }] })).not.toContain('PANO');
});
