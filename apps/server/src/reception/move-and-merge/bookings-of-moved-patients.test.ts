import { listOwnBookings } from '@snimok/contract/reception/own-bookings';
import { expect, test } from 'vitest';
import { freeSlots, makeCentre, walkInPatient } from '../../testing/callers/booking.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { listJobs } from '../../testing/portal/queued-jobs.ts';
import { startServer } from '../../testing/portal/server.ts';
import { movePatientTo, rowsOf, undo } from './move-and-merge.fixture.ts';

test('upcoming bookings and their reminders move with a patient to another client, and back with an undo', async () => {
  const server = await startServer();
  const { make, as, context } = server;
  const { doctor, assistant, account, at, day } = await makeCentre(server);
  const other = await make.doctor({ flags: ['schedule'] });
  const newClient = await as(other);
  const { patientID } = await make.patient({ doctor: account });
  const [first, second, third] = await freeSlots(doctor, at, day);
  const book = async (slotUUID: string | undefined, facts: object) => {
    const body = { ...walkInPatient, ...facts };
    return ((await doctor.post(`/doctor${at}/${day}/${slotUUID}`, body)).body as { bookingID: number })
      .bookingID;
  };
  const consent = { patientEmail: 'patient@mail.test', reminderAgreed: true };
  const moved = await book(first?.slotUUID, { patientID, ...consent });
  const cancelled = await book(second?.slotUUID, { patientID });
  const otherClient = await book(third?.slotUUID, {});
  await doctor.post(`/doctor/schedule/bookings/${cancelled}/cancel`, {});
  const idsOf = async (who: TestClient, view = 'upcoming') => {
    const reply = await who.get(`/doctor/schedule/bookings?view=${view}`);
    return responseOf(listOwnBookings, reply).bookings.map(({ bookingID }) => bookingID);
  };
  await server.work();
  const rows = await rowsOf(server);

  const { preview, reassignmentID } = await movePatientTo(assistant, patientID, other.id);
  expect(preview.bookingsCount).toBe(1);
  expect([await idsOf(doctor), await idsOf(newClient)]).toEqual([[otherClient], [moved]]);
  // past and cancelled bookings stay with the client who made them
  expect([await idsOf(doctor, 'past'), await idsOf(newClient, 'past')]).toEqual([[cancelled], []]);
  const path = `/doctor/schedule/bookings/${moved}`;
  expect((await doctor.get(path)).status).toBe(404);
  expect((await doctor.post(`${path}/cancel`, {})).status).toBe(404);
  const jobs = await listJobs<{ bookingID: number }>(context.db, { task: 'remind-patient' });
  expect(jobs.map(({ payload }) => payload.bookingID)).toEqual([moved]);

  expect((await undo(assistant, reassignmentID)).status).toBe(204);
  expect(await rowsOf(server)).toEqual(rows);
  expect([await idsOf(doctor), await idsOf(newClient)]).toEqual([[moved, otherClient], []]);
  await movePatientTo(assistant, patientID, other.id);
  expect((await newClient.post(`${path}/cancel`, {})).status).toBe(204);
});
