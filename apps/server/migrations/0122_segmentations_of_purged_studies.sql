-- A segmentation belongs to its object, which other studies may use, and names a file in the store. The purge of the study in
-- which it was requested keeps the row. No row of what is made from an object is deleted by a cascade, which would forget its
-- file. Only widens: a version before this one deletes these rows before their object too, and reads the study only of
-- unfinished segmentations.
alter table segmentations
  alter column study_id drop not null,
  drop constraint segmentations_study_id_fkey,
  drop constraint segmentations_object_id_fkey,
  add foreign key (study_id) references studies on delete set null,
  add foreign key (object_id) references objects;
alter table study_discs
  drop constraint study_discs_object_id_fkey,
  add foreign key (object_id) references objects;
alter table object_views
  drop constraint object_views_object_id_fkey,
  add foreign key (object_id) references objects;
alter table object_metadata
  drop constraint object_metadata_object_id_fkey,
  add foreign key (object_id) references objects;
