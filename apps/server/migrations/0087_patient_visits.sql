-- What clients add to their bookings, reminders to patients, and links with which patients move or cancel them. Only widens:
-- servers of earlier versions leave the new columns empty.

alter table bookings
  add column patient_birthday date,
  -- kept only with the patient's consent to reminders
  add column patient_email text,
  add column reminder_agreed_at timestamptz,
  -- of the request, so that a repeated one books once
  add column request_uuid uuid,
  -- of the link in reminders; the token itself is sealed, because every reminder of a booking has the same link
  add column visit_token_hash bytea,
  add column visit_token_sealed bytea,
  -- the begin that the last reminder to the patient named
  add column reminded_of timestamptz,
  -- the patient confirmed this begin
  add column confirmed_for timestamptz;

create unique index bookings_by_request on bookings (request_uuid) where request_uuid is not null;
create unique index bookings_by_visit_token on bookings (visit_token_hash) where visit_token_hash is not null;

create or replace function forget_in_bookings() returns trigger language plpgsql as $$
begin
  update bookings set patient_name = '', patient_phone = '', comment = '', patient_birthday = null, patient_email = null,
    reminder_agreed_at = null, visit_token_hash = null, visit_token_sealed = null
  where patient_id = old.id;
  return old;
end $$;
