-- Who was given URLs that a bucket accepts without asking the portal, and which bytes an upload was completed with. Only widens.
alter table upload_files
  -- accounts and programs that hold URLs for this key, as written in URLs; only for an S3 store
  add column holders text[] not null default '{}',
  -- the ETag of the object when the upload was completed; null for a folder store, which checks every PUT
  add column etag text;
