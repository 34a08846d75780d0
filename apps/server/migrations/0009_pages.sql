-- Pages: marks in each order of the common list, from which any page is a short walk; and the orders within a month.

-- A mark stands at a place of an order and knows how many studies follow it up to the next mark. Summed up, the marks
-- before a page say where it begins. Exact, because the counts commit with the studies: triggers write what changes
-- into list_changes, which nobody waits for, and a job adds it to the marks from time to time.
create table list_marks (
  id bigint generated always as identity primary key,
  -- what the list is sorted by, as in the contract
  list text not null check (list in ('createdAt', 'patientName', 'doctorName', 'type')),
  word text collate "ru-RU-x-icu" not null,
  study_id bigint not null,
  studies bigint not null,
  counted_at timestamptz not null default now()
);
create unique index list_marks_in_order on list_marks (list, word, study_id) include (id, studies);
create index list_marks_by_count on list_marks (counted_at);

create table list_changes (
  mark_id bigint not null,
  change bigint not null
);

-- An instant as text of one length sorts as the instant does.
create function word_of(instant timestamptz) returns text language sql immutable as $$
  select to_char(instant at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Where a study stands in each order.
create function places_of(study studies) returns table (list text, word text) language sql immutable as $$
  values ('createdAt', word_of(study.created_at)),
    ('patientName', study.patient_name), ('doctorName', study.doctor_name), ('type', study.type)
$$;

create function mark_before(of_list text, place text, study_id bigint) returns bigint language sql stable as $$
  select m.id from list_marks m
  where m.list = of_list and (m.word, m.study_id) <= (place collate "ru-RU-x-icu", mark_before.study_id)
  order by m.word desc, m.study_id desc limit 1
$$;

create function count_places() returns trigger language plpgsql as $$
begin
  -- whoever moves marks waits for this transaction; and if he was first, the marks read below are the moved ones
  lock table list_changes in row exclusive mode;
  if tg_op = 'INSERT' then
    insert into list_changes
    select mark_before(p.list, p.word, s.id), count(*)
    from new_rows s, places_of(s) p where s.deleted_at is null group by 1;
  elsif tg_op = 'DELETE' then
    insert into list_changes
    select mark_before(p.list, p.word, s.id), -count(*)
    from old_rows s, places_of(s) p where s.deleted_at is null group by 1;
  else
    insert into list_changes
    select mark_before(c.list, c.word, c.id), sum(c.change)
    from (
      select o.id, was.list, was.word as was_word, o.deleted_at is null as was_there,
        becomes.word as word, n.deleted_at is null as is_there
      from old_rows o join new_rows n using (id)
      cross join lateral places_of(o) was
      join lateral places_of(n) becomes on becomes.list = was.list
      where (o.deleted_at is null, was.word) is distinct from (n.deleted_at is null, becomes.word)
    ) moved
    cross join lateral (
      values (moved.id, moved.list, moved.was_word, case when moved.was_there then -1 else 0 end),
        (moved.id, moved.list, moved.word, case when moved.is_there then 1 else 0 end)
    ) c(id, list, word, change)
    group by 1 having sum(c.change) <> 0;
  end if;
  return null;
end $$;
create trigger count_places_in after insert on studies
  referencing new table as new_rows for each statement execute function count_places();
create trigger count_places_out after delete on studies
  referencing old table as old_rows for each statement execute function count_places();
create trigger count_places_changed after update on studies
  referencing old table as old_rows new table as new_rows for each statement execute function count_places();

-- Counts the studies of one mark anew and sets a mark at every 2,000th of them; a mark of none goes, save the first.
create function measure_mark(mark list_marks) returns void language plpgsql as $$
declare
  step constant int := 2000;
  -- the column as the index of the common list has it, its value out of a mark's word, and the word out of the column
  place text := case mark.list when 'createdAt' then 'created_at' when 'patientName' then 'patient_name collate "ru-RU-x-icu"'
    when 'doctorName' then 'doctor_name collate "ru-RU-x-icu"' else 'type' end;
  kind text := case mark.list when 'createdAt' then 'timestamptz' else 'text' end;
  word text := case mark.list when 'createdAt' then 'word_of(created_at)' else place end;
  following list_marks;
  last list_marks;
  remaining bigint;
  within text;
begin
  select * into following from list_marks m
  where m.list = mark.list and (m.word, m.study_id) > (mark.word, mark.study_id)
  order by m.word, m.study_id limit 1;
  within := format('deleted_at is null and (%1$s, id) >= ($1::%2$s, $2)', place, kind)
    || case when following is null then '' else format(' and (%1$s, id) < ($3::%2$s, $4)', place, kind) end;

  execute format('insert into list_marks (list, word, study_id, studies)
    select $5, %2$s, id, $6 from (
      select %1$s, id, row_number() over (order by %1$s, id) - 1 as n from studies where %3$s
    ) s where n > 0 and n %% $6 = 0', place, word, within)
  using mark.word, mark.study_id, following.word, following.study_id, mark.list, step;
  update list_marks set studies = step, counted_at = now() where id = mark.id;

  select * into last from list_marks m
  where m.list = mark.list and (following is null or (m.word, m.study_id) < (following.word, following.study_id))
  order by m.word desc, m.study_id desc limit 1;
  execute 'select count(*) from studies where ' || within into remaining
  using last.word, last.study_id, following.word, following.study_id;
  if remaining = 0 and last.study_id > 0 then
    delete from list_marks where id = last.id;
  else
    update list_marks set studies = remaining, counted_at = now() where id = last.id;
  end if;
end $$;

-- Adds up what has changed, divides marks that have grown, and counts those anew that were counted longest ago.
-- Whoever changes studies waits meanwhile, so it does not wait long for others; a minute later it tries again.
create function tend_marks(recounted int) returns void language plpgsql set lock_timeout = '2s' as $$
begin
  lock table list_changes in share row exclusive mode;
  with changes as (delete from list_changes returning *)
  update list_marks m set studies = m.studies + c.change
  from (select mark_id, sum(change) as change from changes group by mark_id) c where c.mark_id = m.id;
  perform measure_mark(m) from list_marks m where m.studies > 4000;
  perform measure_mark(m) from (select * from list_marks order by counted_at limit recounted) m;
end $$;

insert into list_marks (list, word, study_id, studies) values
  ('createdAt', '0001-01-01T00:00:00.000000Z', 0, 0), ('patientName', '', 0, 0), ('doctorName', '', 0, 0), ('type', '', 0, 0);
select tend_marks(4);

-- Within a month of UTC; a centre's month is most of one and some hours of another, found by date.
create index studies_of_month_by_patient on studies
  (date_trunc('month', created_at at time zone 'UTC'), patient_name collate "ru-RU-x-icu", id) include (created_at)
  where deleted_at is null;
create index studies_of_month_by_doctor on studies
  (date_trunc('month', created_at at time zone 'UTC'), doctor_name collate "ru-RU-x-icu", id) include (created_at)
  where deleted_at is null;
create index studies_of_month_by_type on studies
  (date_trunc('month', created_at at time zone 'UTC'), type, id) include (created_at)
  where deleted_at is null;
-- walks along an index touch the table where no vacuum has been
alter table studies set (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_insert_scale_factor = 0.01);
