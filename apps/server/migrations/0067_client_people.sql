-- The people of a client: doctors and receptionists with sign-ins of their own, and invitations that the client's owner sends.
-- Only widens: a version before it does not know the role `member` and shows such a person the screen for unknown roles.
alter table accounts
  -- of a person of a client, whose role is `member`: the client's account, which is the owner's
  add client_id bigint references accounts on delete cascade,
  add client_role text check (client_role in ('doctor', 'reception')),
  -- the owner removed the person; the row stays, because messages, bookings and the history name its author
  add removed_at timestamptz,
  add check ((client_id is null) = (client_role is null));
create index accounts_by_client on accounts (client_id) where client_id is not null;

create table invitations (
  uuid uuid primary key default gen_random_uuid(),
  client_id bigint not null references accounts on delete cascade,
  email text not null check (length(email) <= 254),
  client_role text not null check (client_role in ('doctor', 'reception')),
  -- SHA-256 of the token of the newest letter; older links do not work
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create unique index invitations_by_mailbox on invitations (client_id, lower(email));

-- what a person does is activity of the client
create or replace function note_action() returns trigger language plpgsql as $$
begin
  perform note_activity(coalesce((select client_id from accounts where id = new.actor_id), new.actor_id), new.at);
  return null;
end $$;
