-- Programs at a client's clinic (a PACS, a planning program) to which finished studies are sent by DICOM, and the state of
-- each delivery. Only widens.
create table destinations (
  id bigint generated always as identity primary key,
  -- the client
  doctor_id bigint not null references accounts on delete cascade,
  name text not null,
  called_aet text not null,
  calling_aet text not null,
  host text not null,
  port integer not null,
  tls boolean not null,
  -- which new studies are sent by themselves: of both types, of one, or none
  automatic text[] not null,
  created_at timestamptz not null,
  deleted_at timestamptz
);
create index destinations_of_client on destinations (doctor_id);

create table deliveries (
  id bigint generated always as identity primary key,
  study_id bigint not null references studies on delete cascade,
  destination_id bigint not null references destinations on delete cascade,
  status text not null check (status in ('queued', 'sending', 'sent', 'failed')),
  -- of `sending`: the program that sends it, until when another one waits for its next report
  grant_id bigint,
  leased_until timestamptz,
  -- a Russian sentence
  reason text,
  requested_at timestamptz not null,
  finished_at timestamptz,
  unique (study_id, destination_id)
);
create index deliveries_waiting on deliveries (destination_id) where status in ('queued', 'sending');
