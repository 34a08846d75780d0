-- Only widens: who the centre is, for letters, PDFs and public pages, and what differs at a location.
create table centre_identity (
  -- there is one
  id boolean primary key default true check (id),
  name text not null default '',
  legal_name text not null default '',
  address text not null default '',
  phones text[] not null default '{}',
  hours text not null default '',
  licence text not null default '',
  website text not null default '',
  -- a PNG that the portal has encoded itself, never the uploaded file
  logo bytea,
  -- grows with each change, so that of two people who edit at once the second is told
  version integer not null default 0
);
insert into centre_identity default values;

-- shown instead of those of the centre where they are not empty
alter table locations add column phones text[] not null default '{}';
alter table locations add column hours_text text not null default '';
alter table locations add column licence text not null default '';
