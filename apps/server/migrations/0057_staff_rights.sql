-- What each assistant may do, and the history of an account. Only widens: existing accounts, and those that a version before
-- it creates, have all rights. That version does not check them.
alter table accounts
  -- of assistants; not used for other roles
  add rights text[] not null default array[
    'studies', 'clients', 'booking', 'messenger', 'banner', 'reports', 'programs', 'history', 'export', 'admin'
  ];

-- what was done to an account by others, and what its owner did with it, such as signing in
create index audit_events_of_account on audit_events (coalesce(doctor_id, actor_id), id desc)
  where action like 'account.%' or action like 'staff.%';
