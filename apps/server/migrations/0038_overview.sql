-- The daily overview of the assistants and the saved filters of their list of studies. Only widens: a version before it
-- fills neither the new columns nor the table, and the overview then knows less.

-- The files name another patient than the card, and no assistant has confirmed that the study is in the right card.
-- Set when a study is published.
alter table studies add patient_differs boolean not null default false;
create index studies_that_differ on studies (done_at) where patient_differs and deleted_at is null;

-- When files were last registered; without it the time of creation counts. An upload that was active long ago is interrupted.
alter table uploads add active_at timestamptz;
create index uploads_failed on uploads (processed_at) where error is not null;

-- the bookings of one day in all locations
create index bookings_expected on bookings (day, begins_at, id) where status = 'booked';
-- the share whose letter failed
create index external_shares_by_letter on external_shares (letter_id) where letter_id is not null;

create table saved_filters (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- the query string of the list, without the page
  query text not null check (length(query) <= 500),
  created_at timestamptz not null default now()
);
create unique index saved_filters_by_name on saved_filters (account_id, name);
