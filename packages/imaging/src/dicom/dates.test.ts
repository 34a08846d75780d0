import { expect, test } from 'vitest';
import { part10, type RawElement, rawElements } from '../testing/raw-dicom.ts';
import { distinctDates, type ImageDates } from './dates.ts';
import { TAG } from './elements/tags.ts';
import { TRANSFER_SYNTAX } from './elements/transfer-syntax.ts';
import { readDicom } from './read.ts';

const VRS = new Map<number, string>([
  [TAG.studyDate, 'DA'],
  [TAG.seriesDate, 'DA'],
  [TAG.acquisitionDate, 'DA'],
  [TAG.acquisitionDateTime, 'DT'],
  [TAG.studyTime, 'TM'],
  [TAG.seriesTime, 'TM'],
  [TAG.acquisitionTime, 'TM'],
  [TAG.timezoneOffsetFromUTC, 'SH'],
]);

const ofElements = (elements: RawElement[]): ImageDates =>
  readDicom(part10(TRANSFER_SYNTAX.explicitLittleEndian, rawElements(elements))).dates;

const datesOf = (values: Partial<Record<keyof typeof TAG, string>>): ImageDates =>
  ofElements([
    ...Object.entries(values).map(([name, value]) => {
      const tag = TAG[name as keyof typeof TAG];
      return { tag, vr: VRS.get(tag) ?? 'LO', value };
    }),
    { tag: TAG.modality, vr: 'CS', value: 'DX' },
  ]);

test('acquisition, series and study are dated on their own', () => {
  expect(
    datesOf({
      studyDate: '20261121',
      seriesDate: '20261122',
      acquisitionDate: '20261123',
      studyTime: '081500',
      seriesTime: '081600',
      acquisitionTime: '081700',
    }),
  ).toEqual({
    acquisition: { day: '2026-11-23', time: '08:17', offset: null },
    series: { day: '2026-11-22', time: '08:16', offset: null },
    study: { day: '2026-11-21', time: '08:15', offset: null },
  });
});

test.each([
  ['102030', '10:20'],
  ['102030.123456', '10:20'],
  ['1020', '10:20'],
  ['10:20:30', '10:20'],
  ['10:20', '10:20'],
  ['235960', '23:59'],
  // a time that consists of hours only has no minute, and exactly midnight stands for an unknown time
  ['10', null],
  ['000000', null],
  ['000000.000', null],
  ['0000', null],
  ['000030', '00:00'],
  ['246000', null],
  ['noon', null],
])('the time %j is %j', (studyTime, time) => {
  expect(datesOf({ studyDate: '20261121', studyTime }).study).toEqual({
    day: '2026-11-21',
    time,
    offset: null,
  });
});

test.each([
  ['20261121', '2026-11-21'],
  ['1993.08.22', '1993-08-22'],
  ['2026-11-21', '2026-11-21'],
  // shown as it is, because a person has to see what the machine wrote
  ['19991301', '1999-13-01'],
  ['00000000', undefined],
  ['2026', undefined],
  ['today', undefined],
])('the date %j is %j', (studyDate, day) => {
  expect(datesOf({ studyDate }).study?.day).toBe(day);
});

test.each([
  ['20261121134015.5+0500', { day: '2026-11-21', time: '13:40', offset: 300 }],
  ['20261121134015-0330', { day: '2026-11-21', time: '13:40', offset: -210 }],
  ['202611211340', { day: '2026-11-21', time: '13:40', offset: null }],
  ['20261121', { day: '2026-11-21', time: null, offset: null }],
  ['202611', null],
])('the date and time %j is %j', (acquisitionDateTime, acquisition) => {
  expect(datesOf({ acquisitionDateTime }).acquisition).toEqual(acquisition);
});

test('the time of acquisition is taken from the attribute that has one', () => {
  const acquisition = { acquisitionDate: '20261121', acquisitionTime: '1340' };
  const at = { day: '2026-11-21', time: '13:40', offset: null };
  expect(datesOf({ ...acquisition, acquisitionDateTime: '20261121' }).acquisition).toEqual(at);
  expect(datesOf({ acquisitionDate: '20261121', acquisitionDateTime: '20261121134000' }).acquisition).toEqual(
    at,
  );
});

test('the offset of the file applies to its dates, but an offset in a value has precedence', () => {
  const dates = datesOf({
    studyDate: '20261121',
    acquisitionDateTime: '20261121134000+0300',
    timezoneOffsetFromUTC: '+0500',
  });
  expect([dates.study?.offset, dates.acquisition?.offset]).toEqual([300, 180]);
});

test.each(['+1500', '0500', 'Europe/Moscow', '+05'])('the offset %j is not used', (timezoneOffsetFromUTC) => {
  expect(datesOf({ studyDate: '20261121', timezoneOffsetFromUTC }).study?.offset).toBeNull();
});

test('a multi-frame object without a date of acquisition is dated by its first frame', () => {
  const time = (value: string): RawElement[] => [{ tag: TAG.frameAcquisitionDateTime, vr: 'DT', value }];
  const frame = (value: string): RawElement[] => [
    { tag: TAG.frameContentSequence, vr: 'SQ', value: [time(value)] },
  ];
  const frames = (date: RawElement[]) =>
    ofElements([
      ...date,
      {
        tag: TAG.perFrameFunctionalGroups,
        vr: 'SQ',
        value: [frame('20261121134000'), frame('20261121135000')],
      },
    ]);
  expect(frames([]).acquisition).toEqual({ day: '2026-11-21', time: '13:40', offset: null });
  expect(frames([{ tag: TAG.acquisitionDate, vr: 'DA', value: '20261120' }]).acquisition?.day).toBe(
    '2026-11-20',
  );
});

test('the dates of many images are kept once per day, with the earliest time', () => {
  const image = (time: string | null): ImageDates => ({
    acquisition: { day: '2026-11-21', time, offset: null },
    series: null,
    study: { day: '2026-11-21', time: null, offset: null },
  });
  expect(distinctDates([image(null), image('13:41'), image('13:40'), image('13:42')])).toEqual([
    { attribute: 'acquisition', day: '2026-11-21', time: '13:40', offset: null },
    { attribute: 'study', day: '2026-11-21', time: null, offset: null },
  ]);
});

test('of files of every day of a century only the first twenty days are kept', () => {
  const images = Array.from({ length: 36_500 }, (_, at) => ({
    acquisition: {
      day: new Date(Date.UTC(1999, 11, 31) - at * 86_400_000).toISOString().slice(0, 10),
      time: null,
      offset: null,
    },
    series: null,
    study: null,
  }));
  const kept = distinctDates(images);
  expect([kept.length, kept[0]?.day]).toEqual([20, images.at(-1)?.acquisition.day]);
});
