-- What each account has uploaded on a day, why a completed upload waits, and what a study contains besides images. Only widens.
create table upload_usage (
  account_id bigint not null references accounts on delete cascade,
  -- in the centre's time zone
  day date not null,
  -- counted when files are registered
  sent_files bigint not null default 0,
  sent_bytes bigint not null default 0,
  -- counted when a run ends
  unpacked_files bigint not null default 0,
  unpacked_bytes bigint not null default 0,
  parser_ms bigint not null default 0,
  primary key (account_id, day)
);

-- null: the upload does not wait
alter table uploads add waits_for text check (waits_for in ('scratch', 'antivirus'));

-- kinds of files that should not be started: program, script, html, preamble
alter table objects add contains text[] not null default '{}';
