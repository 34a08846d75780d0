-- The daily heads of the audit chain, each signed by a key outside the database, and how far the history was exported. Only widens.
create table audit_heads (
  number bigint primary key,
  at timestamptz not null,
  -- the signed text: one line of JSON, see docs/decisions/0038-audit-heads.md
  text text not null,
  signature bytea not null
);
create trigger audit_heads_stay before update or delete on audit_heads
  for each row execute function refuse_change();
create trigger audit_heads_stay_all before truncate on audit_heads
  for each statement execute function refuse_change();

-- Up to which row a receiver outside the database has the history. Not part of it, so these rows are updated.
create table audit_cursors (
  -- the receiver: 'heads' or 'syslog'
  receiver text primary key,
  -- the number of the last exported head, or the seq of the last forwarded link
  position bigint not null,
  updated_at timestamptz not null
);
