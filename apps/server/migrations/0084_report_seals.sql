-- The public keys and certificates that have sealed study reports, and an index of the audit records of sealed files.
-- Only widens: a table and an index.
create table report_seal_keys (
  -- the beginning of the SHA-256 of the public key
  fingerprint text primary key,
  kind text not null check (kind in ('portal', 'certificate')),
  -- the public key, or the certificate
  pem text not null,
  first_used_at timestamptz not null
);
create trigger report_seal_keys_stay before update or delete on report_seal_keys
  for each row execute function refuse_change();
create trigger report_seal_keys_stay_all before truncate on report_seal_keys
  for each statement execute function refuse_change();

create index audit_events_of_file on audit_events ((details ->> 'sha256')) where details ? 'sha256';
