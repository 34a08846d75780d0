-- The centre's own implant lines, and the lines that an account has chosen or starred in the viewer. Only widens.
create table implant_lines (
  line_uuid uuid primary key,
  manufacturer text not null check (length(manufacturer) between 1 and 100),
  line text not null check (length(line) between 1 and 100),
  shape text not null check (shape in ('cylindrical', 'tapered')),
  -- as in the contract
  sizes jsonb not null,
  created_at timestamptz not null
);
create unique index implant_lines_names on implant_lines (lower(manufacturer), lower(line));
create table implant_choices (
  account_id bigint not null references accounts on delete cascade,
  manufacturer text not null check (length(manufacturer) between 1 and 100),
  line text not null check (length(line) between 1 and 100),
  is_favourite boolean not null,
  -- the size that was placed last; null for a line that was only starred
  used_at timestamptz,
  diameter_mm double precision,
  length_mm double precision,
  primary key (account_id, manufacturer, line),
  check ((used_at is null) = (diameter_mm is null) and (used_at is null) = (length_mm is null)),
  check (is_favourite or used_at is not null)
);
