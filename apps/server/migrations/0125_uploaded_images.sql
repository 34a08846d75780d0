-- By which images are recognised that were uploaded before. Only widens: a version before it writes no rows, so images that it processes
-- while both versions run may not be recognised later; it publishes at once what a newer version would hold.
create table upload_images (
  upload_uuid uuid primary key references uploads on delete cascade,
  -- for each image the first 64 bits of a SHA-256: of its DICOM UIDs, otherwise of its content (studies/uploads/image-ids.ts)
  images bigint[] not null
);
alter table uploads
  -- what the sender wants if the images were uploaded before: a person's decision, or the publication; null: the sender does not say
  add if_repeated text check (if_repeated in ('hold', 'publish'));

create index upload_images_by_image on upload_images using gin (images);

-- 35 s for a million images, so a job records the earlier ones in batches (studies/uploads/fill-images.ts)
do $$ begin
  if exists (select from objects) then
    perform graphile_worker.add_job('fill-upload-images', '{}', max_attempts => 12, job_key => 'fill-upload-images');
  end if;
end $$;
