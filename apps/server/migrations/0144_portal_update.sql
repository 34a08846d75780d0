-- What the portal knows of newer versions, and the update that an administrator has asked for. Only widens.
create table portal_update (
  is_only boolean primary key default true check (is_only),
  -- the last look at UPDATE_SOURCE: the newer version that it has, or why it has none that can be installed
  looked_at timestamptz,
  offered_version text,
  look_problem text,
  problem_since timestamptz,
  -- the update that begins at this time
  due_at timestamptz,
  due_version text,
  -- the last request that was handed over to the updater
  request_id uuid,
  requested_at timestamptz,
  requested_version text,
  check ((due_at is null) = (due_version is null)),
  check ((request_id is null) = (requested_at is null)),
  check ((request_id is null) = (requested_version is null))
);
insert into portal_update default values;
