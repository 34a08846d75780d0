-- Large files are sent in parts, so that a cut line costs a part and not the file. Only widens: absent means sent whole.
alter table upload_files
  -- of every part but the last
  add part_bytes integer,
  -- the store's own name for the parts of this object
  add parts_id text,
  -- SHA-256 of the checksums it was put together from
  add joined_from bytea,
  add check ((part_bytes is null) = (parts_id is null));
