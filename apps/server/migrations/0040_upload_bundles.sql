-- Small files are sent in bundles of compressed payloads, one request for each bundle. Only widens: a file without a bundle
-- is an object of its own. A version before it finds no object under the key of a bundled file and does not process the upload.
create table upload_bundles (
  uuid uuid primary key,
  upload_uuid uuid not null references uploads on delete cascade,
  key text not null unique,
  size_bytes bigint not null,
  -- SHA-256 of the declared contents: the same contents, registered again, continue this bundle
  digest bytea not null,
  -- as in upload_files
  holders text[] not null default '{}',
  etag text
);
create index upload_bundles_of_upload on upload_bundles (upload_uuid);

alter table upload_files
  add bundle_uuid uuid references upload_bundles on delete cascade,
  -- of the payload in the bundle
  add bundle_offset bigint,
  add sent_bytes bigint,
  add method text check (method in ('deflate', 'stored')),
  -- of the original bytes
  add crc32 bigint,
  add sha256 bytea,
  add check (num_nulls(bundle_uuid, bundle_offset, sent_bytes, method, crc32, sha256) in (0, 6));
create index upload_files_of_bundle on upload_files (bundle_uuid) where bundle_uuid is not null;
