-- What people wait for: publications numbered in one question, unread dialogs by index, the words of all names for search.
-- Only widens: what is new here keeps itself by triggers; a version before it goes on asking as it did.

-- Gives what was announced its place in the order, one process at a time, and wakes whoever tells. Each statement looks
-- anew, so that what waited for the lock sees what its predecessor has done. It was six questions of the API, and as many
-- chances to wait for a processor.
create function number_waiting(most int) returns setof publications language plpgsql as $$
declare
  last bigint;
  waiting bigint[];
begin
  if not exists (select from publications where number is null) then return; end if;
  select last_number into last from realtime_stream for update;
  waiting := array(select id from publications where number is null order by id limit most);
  if cardinality(waiting) = 0 then return; end if;
  update realtime_stream set last_number = last + cardinality(waiting);
  perform pg_notify('numbered', '');
  return query
    update publications p set number = last + given.place
    from unnest(waiting) with ordinality as given(id, place) where p.id = given.id
    returning p.*;
end $$;

-- the newest message of any client, without looking at all dialogs
create index dialogs_by_incoming on dialogs (last_incoming_id desc);

-- Every word that stands in a patient's name, or has stood there. A fragment that is in none of them is nowhere; one that
-- is in a few is found by those whole words, which share far fewer trigrams with others.
create table search_words (word text primary key);
create function keep_words() returns trigger language plpgsql as $$
begin
  -- always in the same order, so that two who add the same words wait for each other and not around each other
  insert into search_words
  select distinct word from regexp_split_to_table(trim(words_of(new.name)), ' ') word where word <> '' order by word
  on conflict do nothing;
  return null;
end $$;
create trigger keep_words_in after insert on patients for each row execute function keep_words();
create trigger keep_words_changed after update of name on patients
  for each row when (old.name is distinct from new.name) execute function keep_words();
insert into search_words
select distinct word from patients, regexp_split_to_table(trim(words_of(name)), ' ') word where word <> '';
create index search_words_by_part on search_words using gin (word gin_trgm_ops);
