import sharp from 'sharp';
import { expect, test } from 'vitest';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { dated } from './dated-scan.fixture.ts';
import { startCentre } from './examination.fixture.ts';

const compact = (day: string) => day.replaceAll('-', '');

test('a study is dated by acquisition, otherwise by series, otherwise by study, to the minute if a time is known', async () => {
  const { examinedAfter } = await startCentre();
  const study = { studyDate: '20200316', studyTime: '090000' };
  expect(
    await examinedAfter({
      ...study,
      seriesDate: '20200316',
      acquisitionDate: '20200315',
      acquisitionTime: '102030',
    }),
  ).toEqual({
    examinedAt: {
      day: '2020-03-15',
      time: '10:20',
      offset: '+03:00',
      instant: '2020-03-15T07:20:00.000Z',
      source: 'files',
    },
    doubtfulDates: undefined,
  });
  expect((await examinedAfter({ ...study, seriesDate: '20200315' })).examinedAt).toMatchObject({
    day: '2020-03-15',
    time: null,
    instant: '2020-03-14T21:00:00.000Z',
  });
  expect((await examinedAfter({ studyDate: '1993.08.22', studyTime: '10:20:30' })).examinedAt).toMatchObject({
    day: '1993-08-22',
    time: '10:20',
    // summer time of that year
    offset: '+04:00',
  });
  expect(await examinedAfter({})).toEqual({ examinedAt: null, doubtfulDates: undefined });
});

test('a photograph is dated by its Exif if that names a zone and the date can be true', async () => {
  const { send, read, make } = await startCentre();
  const examinedAfterPhotograph = async (fields: Record<string, string>) => {
    const { studyID } = await make.study({ type: 'rg' });
    const background = { width: 64, height: 48, channels: 3, background: '#777' } as const;
    const bytes = await sharp({ create: background }).withExif({ IFD2: fields }).jpeg().toBuffer();
    await send(studyID, [{ filename: 'снимок.jpg', bytes }]);
    const { examinedAt, doubtfulDates } = await read(studyID);
    return { examinedAt, doubtfulDates };
  };
  const taken = { DateTimeOriginal: '2020:03:15 10:20:30' };
  expect(await examinedAfterPhotograph({ ...taken, OffsetTimeOriginal: '+07:00' })).toEqual({
    examinedAt: {
      day: '2020-03-15',
      time: '10:20',
      offset: '+07:00',
      instant: '2020-03-15T03:20:00.000Z',
      source: 'files',
    },
    doubtfulDates: undefined,
  });
  expect((await examinedAfterPhotograph(taken)).examinedAt).toBeNull();
  const future = { DateTimeOriginal: '2120:03:15 10:20:30', OffsetTimeOriginal: '+07:00' };
  expect(await examinedAfterPhotograph(future)).toEqual({
    examinedAt: null,
    doubtfulDates: [{ attribute: 'acquisition', day: '2120-03-15', reason: 'future' }],
  });
});

test('a date of acquisition without a time has the time of the study on the same day', async () => {
  const { examinedAfter } = await startCentre();
  const dates = { studyDate: '20200315', studyTime: '0900', acquisitionDate: '20200315' };
  expect((await examinedAfter(dates)).examinedAt).toMatchObject({ day: '2020-03-15', time: '09:00' });
  const other = { ...dates, acquisitionDate: '20200316' };
  expect((await examinedAfter(other)).examinedAt).toMatchObject({ day: '2020-03-16', time: null });
});

test('the clock of a machine is in the zone that its files name, otherwise in the zone of the centre at that time', async () => {
  const { examinedAfter } = await startCentre({ TIME_ZONE: 'Asia/Vladivostok' });
  const at = { acquisitionDate: '20200315', acquisitionTime: '1020' };
  expect((await examinedAfter(at)).examinedAt).toMatchObject({
    time: '10:20',
    offset: '+10:00',
    instant: '2020-03-15T00:20:00.000Z',
  });
  // Vladivostok was eleven hours ahead from 2011 to 2014
  expect((await examinedAfter({ ...at, acquisitionDate: '20120315' })).examinedAt).toMatchObject({
    offset: '+11:00',
    instant: '2012-03-14T23:20:00.000Z',
  });
  expect((await examinedAfter({ ...at, timezoneOffsetFromUTC: '+0500' })).examinedAt).toMatchObject({
    time: '10:20',
    offset: '+05:00',
    instant: '2020-03-15T05:20:00.000Z',
  });
});

test('a date that cannot be, lies in the future or precedes the birth is shown and not believed', async () => {
  const { publish, read, make, db, nameDay } = await startCentre();
  const patient = await make.patient();
  await db
    .updateTable('patients')
    .set({ birthday: '2015-05-05' })
    .where('id', '=', patient.patientID)
    .execute();
  const doubtOf = async (acquisitionDate: string) => {
    const { studyID } = await publish({ acquisitionDate, studyDate: '20200315' }, { patient });
    const { examinedAt, doubtfulDates } = await read(studyID);
    return [examinedAt?.day, doubtfulDates];
  };
  const future = nameDay(3);
  for (const [day, reason] of [
    ['1900-01-01', 'impossible'],
    ['1970-01-01', 'impossible'],
    ['1999-03-04', 'impossible'],
    ['2000-01-01', 'impossible'],
    ['2019-13-01', 'impossible'],
    ['2014-01-01', 'impossible'],
    [future, 'future'],
  ] as const)
    expect(await doubtOf(compact(day))).toEqual(['2020-03-15', [{ attribute: 'acquisition', day, reason }]]);
  const { studyID } = await publish({ studyDate: '19000101' }, { patient });
  expect(await read(studyID)).toMatchObject({
    examinedAt: null,
    doubtfulDates: [{ attribute: 'study', day: '1900-01-01', reason: 'impossible' }],
  });
});

test('a clock that is less than a day ahead is believed', async () => {
  const { examinedAfter, clock } = await startCentre();
  // twenty hours ahead, as a clock in Moscow shows it
  const ahead = new Date(clock.now().getTime() + 23 * 3_600_000).toISOString();
  const day = ahead.slice(0, 10);
  const time = ahead.slice(11, 16);
  const dates = { studyDate: compact(day), studyTime: time.replace(':', '') };
  expect(await examinedAfter(dates)).toMatchObject({ examinedAt: { day }, doubtfulDates: undefined });
});

test('dates that differ by more than a day from the acquisition are not believed', async () => {
  const { examinedAfter } = await startCentre();
  const dates = { acquisitionDate: '20200301', seriesDate: '20200302', studyDate: '20200315' };
  expect(await examinedAfter(dates)).toMatchObject({
    examinedAt: { day: '2020-03-01' },
    doubtfulDates: [{ attribute: 'study', day: '2020-03-15', reason: 'differs' }],
  });
});

test('of several images the earliest on the day of the study counts, not one from another examination', async () => {
  const { make, send, read } = await startCentre();
  const image = (name: string, acquisitionDate: string, acquisitionTime: string) =>
    dated(radiograph(name), { acquisitionDate, acquisitionTime, studyDate: '20200315' });
  const { studyID } = await make.study({ type: 'rg' });
  await send(studyID, [
    image('a.dcm', '20200315', '1041'),
    image('b.dcm', '20200315', '1040'),
    image('c.dcm', '20190101', '0900'),
  ]);
  expect(await read(studyID)).toMatchObject({
    examinedAt: { day: '2020-03-15', time: '10:40' },
    doubtfulDates: [{ attribute: 'acquisition', day: '2019-01-01', reason: 'differs' }],
  });
});
