import { expect, test } from 'vitest';
import { radiograph, volume } from '../../../testing/scans/dicom.ts';
import { setExamined } from '../../../testing/scans/examined-at.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { dataSetsIn, makeStudyWith, STUDY, valuesOf } from '../dicomweb.fixture.ts';

const OTHER = '2.25.7001';

/** Two studies, which were created on 20.11.2026 and three days later in Moscow, the time zone of the centre. */
const startCentre = async () => {
  const server = await startServer();
  const { db, config } = server.context;
  expect(config.timeZone).toBe('Europe/Moscow');
  const first = await makeStudyWith(server, volume(2));
  const second = await makeStudyWith(server, [radiograph()], 'Петров Кузьма', OTHER);
  const created = (studyID: number, at: string) =>
    db
      .updateTable('studies')
      .set({ createdAt: new Date(`${at}+03:00`) })
      .where('id', '=', studyID)
      .execute();
  await created(first.studyID, '2026-11-20T09:30:15');
  await created(second.studyID, '2026-11-23T18:05:00');
  const assistant = await server.as(await server.make.assistant());
  const found = async (query: string) => {
    const { status, body } = await assistant.get(`/dicomweb/studies?${query}`);
    expect([query, [200, 204].includes(status)]).toEqual([query, true]);
    return status === 204 ? [] : valuesOf(body, '0020000D');
  };
  /** StudyDate and StudyTime of the response. */
  const shown = async (studyUID: string) => {
    const { body } = await assistant.get(`/dicomweb/studies?StudyInstanceUID=${studyUID}`);
    const [study] = dataSetsIn(body);
    return [study!['00080020']!.Value, study!['00080030']!.Value];
  };
  return { ...server, first, second, found, shown };
};

test('a study has the date and time at which its images were taken, and is found by them', async () => {
  const { context, first, second, found, shown } = await startCentre();
  // in Moscow it was still the day before
  await setExamined(context, first.studyID, { day: '2026-11-06', time: '01:40', offset: '+08:00' });
  await setExamined(context, second.studyID, { day: '2026-10-01', time: null });
  expect(await shown(STUDY)).toEqual([['20261106'], ['014000']]);
  expect(await shown(OTHER)).toEqual([['20261001'], undefined]);
  for (const [query, expected] of [
    ['StudyDate=20261106', [STUDY]],
    ['StudyDate=20261105', []],
    ['StudyDate=20261106-', [STUDY]],
    ['StudyDate=-20261105', [OTHER]],
    ['StudyDate=20261001', [OTHER]],
    ['StudyDate=20261001-20261106', [OTHER, STUDY]],
    ['StudyTime=0140', [STUDY]],
    ['StudyTime=00-235959', [STUDY]],
    ['StudyDate=20261001-20261106&StudyTime=00-02', [STUDY]],
    ['StudyDate=20261106-&StudyTime=02-', []],
    // only its day is known
    ['StudyDate=20261001&StudyTime=00', []],
    // the days and times at which the studies were created, and times on other clocks
    ['StudyDate=20261120-20261123', []],
    ['StudyTime=0930', []],
    ['StudyTime=1740', []],
  ] as const)
    expect([query, await found(query)]).toEqual([query, expected]);
});

test('a study whose examination is unknown has date and time of its creation, and is found by them', async () => {
  const { context, first, second, found, shown } = await startCentre();
  await setExamined(context, first.studyID, null);
  await setExamined(context, second.studyID, { day: '2026-10-01', time: null });
  expect(await shown(STUDY)).toEqual([['20261120'], ['093015']]);
  expect(await found('StudyDate=20261120')).toEqual([STUDY]);
  expect(await found('StudyDate=-20261120')).toEqual([OTHER, STUDY]);
  expect(await found('StudyTime=0930')).toEqual([STUDY]);
});
