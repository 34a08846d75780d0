import { getCountersByDay } from '@snimok/contract/studies/study-counters';
import { expect, test } from 'vitest';
import { dayAfter, dayIn } from '../../../platform/time-and-sizes/calendar.ts';
import { instantAt } from '../../../platform/time-and-sizes/wall-time.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../../testing/portal/server.ts';

const ZONE = 'Asia/Vladivostok';

test('studies are counted by day in the time zone of the centre, without those in the bin', async () => {
  const { as, make, context, clock } = await startServer({ TIME_ZONE: ZONE });
  const tomorrow = dayAfter(dayIn(ZONE, clock.now()), 1);
  const noon = instantAt(tomorrow, 12 * 60, ZONE);
  clock.advance(noon.getTime() - clock.now().getTime());
  const today = tomorrow;
  const yesterday = dayAfter(tomorrow, -1);
  const first = dayAfter(today, -29);
  const before = dayAfter(today, -30);

  const makeStudy = async (createdAt: Date, deletedAt: Date | null = null) => {
    const { studyID } = await make.study();
    await context.db.updateTable('studies').set({ createdAt, deletedAt }).where('id', '=', studyID).execute();
  };
  const lastMinute = 24 * 60 - 1;
  await makeStudy(instantAt(before, lastMinute, ZONE));
  await makeStudy(instantAt(first, 0, ZONE));
  await makeStudy(instantAt(yesterday, 0, ZONE));
  await makeStudy(instantAt(yesterday, lastMinute, ZONE));
  await makeStudy(noon);
  await makeStudy(noon, noon);

  const reply = await (await as(await make.assistant())).get('/assistant/counters/days');
  const { days } = responseOf(getCountersByDay, reply);
  expect(days.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, at) => dayAfter(today, at - 29)));
  expect(days.filter(({ studiesCount }) => studiesCount > 0)).toEqual([
    { day: first, studiesCount: 1 },
    { day: yesterday, studiesCount: 2 },
    { day: today, studiesCount: 1 },
  ]);
});
