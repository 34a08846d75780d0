-- By which images are recognised that were uploaded before. Only widens: a version before it writes no rows, so images that it processes
-- while both versions run are not recognised later; it publishes at once what a newer version would hold.
create table upload_images (
  upload_uuid uuid primary key references uploads on delete cascade,
  -- for each image the first 64 bits of a SHA-256: of its DICOM UIDs, otherwise of its content (studies/uploads/image-ids.ts)
  images bigint[] not null
);
alter table uploads
  -- what the sender wants if the images were uploaded before: a person's decision, or the publication; null: the sender does not say
  add if_repeated text check (if_repeated in ('hold', 'publish'));

insert into upload_images (upload_uuid, images)
select o.id, array_agg(distinct ('x' || encode(substring(sha256(
  convert_to(o.study_instance_uid || ' ' || i.sop_instance_uid, 'UTF8')) for 8), 'hex'))::bit(64)::bigint)
from objects o
join uploads u on u.uuid = o.id
join object_instances i on i.object_id = o.id and i.has_pixels
where o.study_instance_uid is not null
group by o.id;

-- of studies without DICOM images; other files among them do no harm
insert into upload_images (upload_uuid, images)
select o.id, array_agg(distinct ('x' || left(e ->> 'sha256', 16))::bit(64)::bigint)
from objects o
join uploads u on u.uuid = o.id
join object_indexes x on x.object_id = o.id
cross join lateral jsonb_array_elements(x.entries) e
where o.study_instance_uid is null and e ? 'sha256'
group by o.id;

create index upload_images_by_image on upload_images using gin (images);
