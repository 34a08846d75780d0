-- Booking: the centre's locations, the rules their slots are made from, and who is booked when.
create extension if not exists btree_gist;

create table locations (
  id bigint generated always as identity primary key,
  name text not null,
  address text not null default '',
  -- so many patients at the same time
  capacity smallint not null default 1 check (capacity between 1 and 20),
  slot_minutes smallint not null default 30 check (slot_minutes between 5 and 240),
  -- [{ weekday, from, to }]: 1 is Monday, times are HH:MM of the centre's wall clock. Read and written as a whole.
  hours jsonb not null default '[]',
  archived_at timestamptz
);

-- A day with hours of its own: none for a day off.
create table special_days (
  location_id bigint not null references locations,
  day date not null,
  hours jsonb not null default '[]',
  primary key (location_id, day)
);

-- Slots are made from the rules and not stored; a booking is a place in one of them.
create table bookings (
  id bigint generated always as identity primary key,
  location_id bigint not null references locations,
  slot_uuid uuid not null,
  -- of the centre's calendar
  day date not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- which of the patients at the same time
  place smallint not null check (place between 1 and 20),
  -- null for somebody who rang up without a client of ours
  doctor_id bigint references accounts,
  patient_name text not null,
  patient_phone text not null,
  comment text not null default '',
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  status text not null default 'booked' check (status in ('booked', 'cancelled', 'come')),
  cancel_reason text not null default '',
  -- counts the moves, as a calendar's SEQUENCE wants it
  moves integer not null default 0,
  -- what became of the patient when she came
  patient_id bigint references patients on delete set null,
  study_id bigint references studies on delete set null,
  check (begins_at < ends_at),
  -- a place is taken once, also when the length of slots has changed meanwhile
  exclude using gist (location_id with =, place with =, tstzrange(begins_at, ends_at) with &&)
    where (status <> 'cancelled')
);
create index bookings_of_day on bookings (location_id, day, begins_at, id);
create index bookings_of_doctor on bookings (doctor_id, begins_at, id) where doctor_id is not null;

create index bookings_of_patient on bookings (patient_id) where patient_id is not null;
create index bookings_of_study on bookings (study_id) where study_id is not null;

-- A patient whose card is purged is forgotten here too.
create function forget_in_bookings() returns trigger language plpgsql as $$
begin
  update bookings set patient_name = '', patient_phone = '', comment = '' where patient_id = old.id;
  return old;
end $$;
create trigger forget_patient before delete on patients for each row execute function forget_in_bookings();

-- A new centre is open on working days; it then changes the rules to its own.
insert into locations (name, hours)
select 'Диагностический центр', jsonb_agg(jsonb_build_object('weekday', weekday, 'from', '09:00', 'to', '18:00'))
from generate_series(1, 5) weekday;
