-- Bundles are examined while the upload continues. Only widens: absent means not examined yet, and processing examines the files then.
-- JSON as text, because headers of files may contain characters that PostgreSQL does not store in JSON.
alter table upload_bundles add examined text;
-- what the assistant sees before the upload is completed: the number of images and the patient whom the files name
alter table uploads add preview text;
