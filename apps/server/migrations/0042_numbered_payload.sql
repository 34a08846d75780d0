-- The notification that publications were numbered names the last number, so that a process that has delivered it does
-- not query again. Only widens: earlier versions ignore the payload, and the function returns the same rows.
create or replace function number_waiting(most int) returns setof publications language plpgsql as $$
declare
  last bigint;
  waiting bigint[];
begin
  if not exists (select from publications where number is null) then return; end if;
  select last_number into last from realtime_stream for update;
  waiting := array(select id from publications where number is null order by id limit most);
  if cardinality(waiting) = 0 then return; end if;
  update realtime_stream set last_number = last + cardinality(waiting);
  perform pg_notify('numbered', (last + cardinality(waiting))::text);
  return query
    update publications p set number = last + given.place
    from unnest(waiting) with ordinality as given(id, place) where p.id = given.id
    returning p.*;
end $$;
