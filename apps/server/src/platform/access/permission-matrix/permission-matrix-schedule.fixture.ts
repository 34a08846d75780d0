import { dayAfter, dayIn } from '../../time-and-sizes/calendar.ts';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import type { TestServer } from '../../../testing/portal/server.ts';
import { bookingRequest, closedTime, location } from './permission-matrix-bodies.fixture.ts';

/** A location that is open every day, with three bookings, and free slots to book, to move to and for an assistant. */
export const makeBookings = async ({ clock }: TestServer, assistant: TestClient, doctorID: number) => {
  const { body } = await assistant.post('/assistant/schedule/locations', location);
  const { locationID } = body as { locationID: number };
  const date = dayAfter(dayIn('Europe/Moscow', clock.now()), 3);
  const base = `/assistant/schedule/locations/${locationID}`;
  const { days } = (await assistant.get(`${base}/days?from=${date}`)).body as {
    days: { slots: { slotUUID: string }[] }[];
  };
  const [first = '', second = '', slotUUID = '', freeSlotUUID = '', counterSlotUUID = '', ...others] =
    days[0]?.slots.map((slot) => slot.slotUUID) ?? [];
  const book = async (slot: string, client: { doctorID?: number } = {}) => {
    const booked = await assistant.post(`${base}/${date}/${slot}`, { ...bookingRequest, ...client });
    return (booked.body as { bookingID: number }).bookingID;
  };
  const bookingID = await book(first);
  const otherBookingID = await book(second, { doctorID });
  const [ownSlot = '', ownFreeSlotUUID = '', referralSlotUUID = ''] = others;
  const ownBookingID = await book(ownSlot, { doctorID });
  const closed = await makeClosedTimes(assistant, { locationID, date });
  return {
    locationID,
    date,
    slotUUID,
    freeSlotUUID,
    counterSlotUUID,
    bookingID,
    otherBookingID,
    ...closed,
    ownBookingID,
    ownFreeSlotUUID,
    referralSlotUUID,
  };
};

/** A holiday and a closed seat on other days than the bookings. */
const makeClosedTimes = async (
  assistant: TestClient,
  { locationID, date }: { locationID: number; date: string },
) => {
  const holidays = [{ locationID, name: 'День города', firstDate: '2030-09-07', lastDate: '2030-09-07' }];
  await assistant.post('/assistant/schedule/holidays', { holidays });
  const time = { ...closedTime, firstDate: dayAfter(date, 1), lastDate: dayAfter(date, 1), reason: 'Ремонт' };
  await assistant.post(`/assistant/schedule/locations/${locationID}/closures`, time);
  const all = (await assistant.get('/assistant/schedule/locations')).body as {
    holidays: { holidayID: number }[];
  };
  const { days } = (
    await assistant.get(`/assistant/schedule/locations/${locationID}/days?from=${time.firstDate}`)
  ).body as { days: { closures: { closureID: number }[] }[] };
  return { holidayID: all.holidays[0]!.holidayID, closureID: days[0]!.closures[0]!.closureID };
};
