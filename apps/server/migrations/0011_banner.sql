-- What the centre tells its clients beside their menu: one text and one picture, changed as a whole.
create table banner (
  -- there is one
  id boolean primary key default true check (id),
  -- sanitised HTML, entity-encoded once, as spec.md wants it kept
  text text not null default '',
  -- a data URL, or null for none
  image text,
  -- grows with each change: by it a browser knows whether it has the newest
  version integer not null default 0
);
insert into banner default values;
