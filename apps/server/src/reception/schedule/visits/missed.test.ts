import { chooseLetters } from '@snimok/contract/people/profile';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../../testing/callers/booking.ts';
import { listJobs } from '../../../testing/portal/queued-jobs.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { sendReport } from './report-missed.ts';

const MINUTE_MS = 60_000;

/** A booking of a client whose patient has not come half an hour after its time. */
const startMissed = async (
  prepare: (centre: Awaited<ReturnType<typeof makeCentre>>) => unknown = () => 0,
) => {
  const server = await startServer();
  const centre = await makeCentre(server);
  await prepare(centre);
  const { at, day, account, doctor } = centre;
  const { context, clock } = server;
  const slots = await freeSlots(doctor, at, day);
  const { body } = await doctor.post(`/doctor${at}/${day}/${slots[0]!.slotUUID}`, walkInPatient);
  const { bookingID } = body as { bookingID: number };
  clock.advance(Date.parse(slots[0]!.beginsAt) - clock.now().getTime() + 31 * MINUTE_MS);
  const assistant = await server.as(await server.make.assistant());
  const path = `/assistant/schedule/bookings/${bookingID}`;
  return {
    ...server,
    ...centre,
    assistant,
    path,
    slots,
    miss: async (missed = true) =>
      expect((await assistant.put(`${path}/missed`, { missed })).status).toBe(204),
    waits: async () => {
      const [job] = await listJobs(context.db, { task: 'report-missed-visit' });
      return job && job.runAt.getTime() - clock.now().getTime();
    },
    report: () => sendReport(context, { bookingID }),
    letters: async () => {
      const rows = await context.db
        .selectFrom('letters')
        .selectAll()
        .where('template', '=', 'booking-missed')
        .execute();
      return rows.map(({ recipient, about }) => [
        recipient === account.email,
        about === `booking:${bookingID}`,
      ]);
    },
  };
};

test('a client gets one message about a missed visit, ten minutes after it was recorded', async () => {
  const { miss, waits, report, letters } = await startMissed();
  await miss();
  expect(await letters()).toEqual([]);
  const waiting = await waits();
  expect(waiting).toBeGreaterThan(9 * MINUTE_MS);
  expect(waiting).toBeLessThanOrEqual(10 * MINUTE_MS);
  await Promise.all([report(), report()]);
  await report();
  expect(await letters()).toEqual([[true, true]]);
});

test('a missed visit is not reported if the record is withdrawn, or the booking moved or marked as arrived', async () => {
  const back = await startMissed();
  await back.miss();
  await back.miss(false);
  expect(await back.waits()).toBeUndefined();

  const moved = await startMissed();
  await moved.miss();
  const to = { locationID: moved.locationID, date: moved.day, slotUUID: moved.slots[6]!.slotUUID };
  expect((await moved.assistant.post(`${moved.path}/move`, to)).status).toBe(204);
  await moved.report();
  expect(await moved.letters()).toEqual([]);

  const come = await startMissed();
  await come.miss();
  const arrival = { sex: 'male', studyType: 'rg' };
  expect((await come.assistant.post(`${come.path}/come`, arrival)).status).toBe(200);
  await come.report();
  expect(await come.letters()).toEqual([]);
});

test('a client who declined the letters about bookings gets none about a patient who did not come', async () => {
  const { miss, report, letters } = await startMissed(({ doctor }) =>
    doctor.put(chooseLetters.url, { declined: ['bookings'] }),
  );
  await miss();
  await report();
  expect(await letters()).toEqual([]);
});
