-- Only widens: before the row of a merged patient is purged, messages that refer to it refer to the patient that was kept.
create function keep_cards_of_merged_patient() returns trigger language plpgsql as $$
begin
  update messages set patient_id = kept.id
  from patients kept
  where messages.patient_id = old.id and kept.id = kept_patient(old.id) and kept.id <> old.id;
  return old;
end $$;
create trigger patients_keep_cards before delete on patients
  for each row execute function keep_cards_of_merged_patient();
