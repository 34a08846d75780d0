-- Who sends the files of an upload, and the patient whom an assistant confirmed while they were sent. Only widens: without them
-- the creator counts as the sender, and the overview asks about the patient.
alter table uploads
  -- who last registered files; null until then
  add active_by bigint references accounts,
  -- and whether with the upload program
  add active_program boolean not null default false,
  -- the patients of files and card that were compared, and by whom, as JSON text like the preview; null after the end of the upload
  add confirmed_patient text;
