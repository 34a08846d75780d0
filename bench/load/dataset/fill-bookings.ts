import type { Pool } from 'pg';
import { dayAfter, dayIn } from '../../../apps/server/src/platform/time-and-sizes/calendar.ts';
import { slotsOf } from '../../../apps/server/src/reception/schedule/opening-hours/slots.ts';

const TIME_ZONE = 'Europe/Moscow';
const DAYS = 30;
/** bookings per slot, of the six that fit */
const BOOKED = 2;

/** Books a third of the capacity of the coming month. */
export const fillBookings = async (pool: Pool): Promise<void> => {
  const { rows: locations } = await pool.query(
    'select id::int, slot_minutes as "slotMinutes", hours from locations',
  );
  const today = dayIn(TIME_ZONE, new Date());
  for (const location of locations) {
    const days = Array.from({ length: DAYS }, (_, at) => dayAfter(today, at));
    const slots = days.flatMap((day) =>
      slotsOf(location, undefined, day, TIME_ZONE).map((slot) => ({ day, ...slot })),
    );
    await pool.query(
      `insert into bookings (location_id, slot_uuid, day, begins_at, ends_at, place, doctor_id, patient_name,
        patient_phone, creator_id, created_at)
      select $1, uuid, day, begins_at, ends_at, place, doctor.id, 'Иванов Иван Иванович', '+79991234567', doctor.id, now()
      from unnest($2::uuid[], $3::date[], $4::timestamptz[], $5::timestamptz[])
        with ordinality as slot (uuid, day, begins_at, ends_at, n)
      cross join generate_series(1, ${BOOKED}) place
      join lateral (
        select min(id) + (slot.n * 37 + place) % 5000 as id from accounts where role = 'doctor'
      ) doctor on true`,
      [
        location.id,
        slots.map(({ slotUUID }) => slotUUID),
        slots.map(({ day }) => day),
        slots.map(({ beginsAt }) => beginsAt),
        slots.map(({ endsAt }) => endsAt),
      ],
    );
  }
};
