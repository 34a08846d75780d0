-- Only widens: a version that knows no referrals creates a second study when the patient of an accepted referral comes, so the
-- table of bookings refuses to replace the study that was created at the acceptance. This version records that study.
create function refuse_second_study() returns trigger language plpgsql as $$
begin
  if exists (
    select from studies s join patients p on p.id = s.patient_id
    where s.id = old.study_id and s.deleted_at is null and p.deleted_at is null
  ) then
    raise integrity_constraint_violation using message = 'the booking has a study already';
  end if;
  return new;
end $$;
create trigger one_study_per_arrival before update of study_id on bookings for each row
  when (new.status = 'come' and old.status <> 'come' and new.study_id is distinct from old.study_id)
  execute function refuse_second_study();
