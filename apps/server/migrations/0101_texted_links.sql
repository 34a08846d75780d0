-- By which way a patient's link was handed out. Only widens: null in rows of a version before this one and of an undo.
alter table external_shares add column texted boolean;
update external_shares s set texted = true
where s.kind = 'patient'
  and exists (select from notices n where n.about = 'patient-access:' || s.study_id || ':' || s.uuid);
