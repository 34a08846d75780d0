-- Search: what a person may type to find a patient or a client, kept beside the name, and the indexes that find it.

-- Words in small letters with one space before each, ё as е: ' иванова анна', whatever the case and the marks between.
create function words_of(written text) returns text language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(replace(lower(normalize(written, nfc)), 'ё', 'е'), '[^[:alnum:]]+', ' ', 'g'));

-- Digits only. In Russia 8 999…, +7 999… and 999… are one number.
create function phone_digits(written text) returns text language sql immutable strict parallel safe
  return regexp_replace(regexp_replace(written, '\D', '', 'g'), '^(8(?=\d{10}$)|(?=9\d{9}$))', '7');

alter table patients add column sought text
  generated always as (words_of(name) || ' ' || coalesce(phone_digits(phone), '')) stored;
alter table accounts add column sought text generated always as (words_of(name) || words_of(email)) stored;

-- any part of a word, by its trigrams
create index patients_by_part on patients using gin (sought gin_trgm_ops) where deleted_at is null;
create index doctors_by_part on accounts using gin (sought gin_trgm_ops) where role = 'doctor';
-- the beginning of the surname, and the patients last worked on: both are read without touching the table
create index patients_by_beginning on patients (sought text_pattern_ops, last_study_created_at, id)
  where deleted_at is null;
create index patients_by_recency on patients (last_study_created_at desc nulls last, id desc) include (sought)
  where deleted_at is null;
-- which is only so where a vacuum has been: by default one would come after 200,000 changes to 1,000,000 patients
alter table patients set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
