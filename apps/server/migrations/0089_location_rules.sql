-- Rules of a location, holidays, and seats that are closed for a while. Only widens: every new column has a default, with
-- which a location works as before. Times of day are HH:MM of the centre's wall clock, as in `hours`.
alter table locations
  -- [{ weekday, from, to }]: no slot touches a break
  add column breaks jsonb not null default '[]',
  add column buffer_minutes smallint not null default 0 check (buffer_minutes between 0 and 120),
  -- clients book at least so many hours ahead; null: from tomorrow
  add column lead_hours smallint check (lead_hours between 0 and 720),
  add column horizon_days smallint not null default 30 check (horizon_days between 1 and 365),
  -- [{ name, type }] in the order of the seats' numbers; the type of study is null for a seat of both types
  add column seats jsonb not null default '[]',
  -- [{ name, rubles }] in the order in which clients see them
  add column prices jsonb not null default '[]',
  -- what the patient does before the examination
  add column preparation text not null default '';

create table holidays (
  id bigint generated always as identity primary key,
  -- null: all locations
  location_id bigint references locations on delete cascade,
  first_day date not null,
  last_day date not null,
  name text not null,
  check (first_day <= last_day),
  unique nulls not distinct (location_id, first_day, last_day)
);

create table seat_closures (
  id bigint generated always as identity primary key,
  location_id bigint not null references locations on delete cascade,
  place smallint not null check (place between 1 and 20),
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  check (begins_at < ends_at),
  exclude using gist (location_id with =, place with =, tstzrange(begins_at, ends_at) with &&)
);

-- A running earlier version knows no closures, so the table of bookings refuses a closed seat itself. Bookings that were
-- made before the closure keep their seats until they are moved. Both sides hold the lock of the location's row.
create function refuse_closed_seat() returns trigger language plpgsql as $$
begin
  if new.status <> 'cancelled' and exists (
    select from seat_closures c
    where c.location_id = new.location_id and c.place = new.place
      and tstzrange(c.begins_at, c.ends_at) && tstzrange(new.begins_at, new.ends_at)
  ) then
    raise exclusion_violation using message = 'the seat is closed at this time';
  end if;
  return new;
end $$;
create trigger closed_seat before insert or update of location_id, place, begins_at, ends_at on bookings
  for each row execute function refuse_closed_seat();
