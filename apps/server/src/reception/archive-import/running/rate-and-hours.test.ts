import { expect, test } from 'vitest';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';
import { archived, hashesOf, importNow } from '../archive.fixture.ts';
import { act, ofThreePatients, planned, storedHashes } from '../imported.fixture.ts';
import { waitsUntil } from './rate-and-hours.ts';
import { runImportOf } from './run-import.ts';

const NEVER = new AbortController().signal;
/** Files that an import reads at the same time. */
const AT_ONCE = 4;
const FILES = 12;

test('an import reads no more bytes than its rate permits in each part of the time', async () => {
  const study = archived({ name: 'Петров Пётр' }, { slices: FILES });
  const fileBytes = study.files[0]?.bytes.length ?? 0;
  let opened = 0;
  const { server, assistant, importID } = await planned([study], {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload'],
    // one file in ten seconds
    settings: { rateBytesSecond: Math.floor(fileBytes / 10) },
    hooks: { beforeFile: () => void (opened += 1) },
  });
  await act(assistant, importID, 'confirm');
  opened = 0;
  server.clock.freeze();
  const run = runImportOf(server.context, { importID }, NEVER);
  for (let read = 0; read <= FILES - AT_ONCE; read += 1) {
    await until(`${AT_ONCE + read} files to be opened`, () => opened >= AT_ONCE + read);
    // the import has had time to read more
    await importNow(assistant, importID);
    expect(opened).toBe(AT_ONCE + read);
    server.clock.advance(10_500);
  }
  server.clock.advance(AT_ONCE * 10_500);
  await run;
  expect((await importNow(assistant, importID)).state).toBe('finished');
  expect((await storedHashes(server)).toSorted()).toEqual(hashesOf([study]).toSorted());
});

test('an import whose hours end while it works finishes the study and waits for the next hours', async () => {
  const studies = ofThreePatients();
  let end: (() => void) | undefined;
  const { server, assistant, importID } = await planned(studies, {
    jobs: ['plan-archive-import', 'process-upload', 'discard-upload'],
    settings: { hours: { from: '22:00', to: '06:00' } },
    hooks: { beforeFile: () => end?.() },
  });
  const { context, clock } = server;
  await act(assistant, importID, 'confirm');
  clock.freeze();
  clock.advance(Date.parse('2031-05-10T05:59:00+03:00') - clock.now().getTime());
  end = () => {
    end = undefined;
    clock.advance(60_000);
  };
  await runImportOf(context, { importID }, NEVER);
  const [waiting] = await listJobs(context.db, { task: 'run-archive-import' });
  expect(waiting?.runAt).toEqual(new Date('2031-05-10T22:00:00+03:00'));
  // the session of the other client has ended meanwhile
  const { totals } = await importNow(await server.as(await server.make.assistant()), importID);
  expect(totals.states).toMatchObject({ waiting: 2, sending: 0 });
});

test.each([
  // [from, to, now, waits until]
  ['09:00', '18:00', '2031-05-10T09:00:00+03:00', null],
  ['09:00', '18:00', '2031-05-10T18:00:00+03:00', '2031-05-11T09:00:00+03:00'],
  ['09:00', '18:00', '2031-05-10T03:00:00+03:00', '2031-05-10T09:00:00+03:00'],
  ['22:00', '06:00', '2031-05-10T05:59:59+03:00', null],
  ['22:00', '06:00', '2031-05-10T06:00:00+03:00', '2031-05-10T22:00:00+03:00'],
  ['22:00', '06:00', '2031-05-10T22:00:00+03:00', null],
  ['07:00', '07:00', '2031-05-10T12:00:00+03:00', null],
])('from %s to %s an import at %s waits until %s', (from, to, now, expected) => {
  const minuteOf = (time: string) => 60 * Number(time.slice(0, 2)) + Number(time.slice(3));
  const hours = { fromMinute: minuteOf(from), toMinute: minuteOf(to) };
  expect(waitsUntil(hours, 'Europe/Moscow', new Date(now))).toEqual(expected && new Date(expected));
});
