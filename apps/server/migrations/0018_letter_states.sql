-- What became of each letter, told where it was caused: what it is about, when it is tried again, when it was given up.
alter table letters
  -- «password:7», «booking:12»: made and understood by the room that wrote it; its newest letter is the one that counts
  add column about text,
  -- the same in every try, so that a mailbox knows a second copy of a letter for what it is
  add column message_uuid uuid not null default gen_random_uuid(),
  add column next_try_at timestamptz,
  -- refused for good, or a day of tries is over
  add column failed_at timestamptz;

-- until now a letter without facts had been given up
update letters set failed_at = now() where sent_at is null and facts = '{}';

drop index letters_unsent;
create index letters_unsettled on letters (created_at) where sent_at is null and failed_at is null;
create index letters_about on letters (about, id desc) where about is not null;
-- what /metrics counts
create index letters_by_sending on letters (sent_at) where sent_at is not null;
create index letters_by_failure on letters (failed_at) where failed_at is not null;
