-- An archive may answer only some of its studies to a search, and the dry run reports what may be missing. Only widens a check by one value.
alter table archive_import_problems
  drop constraint archive_import_problems_reason_check,
  add constraint archive_import_problems_reason_check
    check (reason in ('unreadable', 'not-an-image', 'encrypted', 'unsupported', 'limited'));
