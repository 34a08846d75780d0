-- The studies of one status, in the order of the main list and for their number. Only widens: an index.
create index studies_by_status on studies (status, created_at, id) where deleted_at is null;
