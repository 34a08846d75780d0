-- Answer templates and office hours of the messenger. Only widens: a version before it has neither.
create table answer_templates (
  id bigint generated always as identity primary key,
  title text not null check (length(title) between 1 and 100),
  text text not null check (length(text) between 1 and 4000),
  -- increases with every change, so that two people cannot overwrite each other
  version integer not null default 1
);

create table messenger_hours (
  id boolean primary key default true check (id),
  enabled boolean not null default false,
  -- as those of a location
  hours jsonb not null default '[]',
  note text not null default '',
  version integer not null default 1
);
insert into messenger_hours default values;
