-- Layouts of the viewer that an account has saved, for every computer where it signs in. Only widens.
create table viewer_layouts (
  layout_uuid uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 60),
  -- as in the contract
  settings jsonb not null,
  is_default boolean not null,
  created_at timestamptz not null,
  unique (account_id, name)
);
create unique index viewer_layouts_default on viewer_layouts (account_id) where is_default;
