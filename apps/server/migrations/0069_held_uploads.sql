-- Uploads that wait for a person because their files name another patient than the card. Only widens: a version before it ignores
-- the request to hold, and ends a held upload with an error after which the files can be sent again.
alter table uploads
  -- the sender asks that such files are not published without a person's decision
  add hold_if_differs boolean not null default false,
  -- what differs, as JSON text, while the upload waits
  add held text;
alter table studies
  -- who said, when and why, that files of another name belong to the patient of the card, as JSON text
  add patient_confirmation text;
