-- Of which time patients have been informed, so that a booking is confirmed once and a move is not missed. Only widens: a version
-- before it leaves the columns empty and records only reminders, in `reminded_of`.

alter table bookings
  -- the begin that the last message to the patient named
  add column informed_of timestamptz,
  -- when that message was queued
  add column informed_at timestamptz;
