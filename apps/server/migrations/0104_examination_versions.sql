-- Two people who edit one examination cannot overwrite each other. Only widens: the trigger counts what any version writes.
alter table examinations add column version integer not null default 1;

create function count_examination_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_examination_version before update on examinations for each row
  when ((old.name, old.study_type, old.preparation, old.active)
    is distinct from (new.name, new.study_type, new.preparation, new.active))
  execute function count_examination_version();
