-- Only widens: when the person of a session last entered the password or a second factor. The version before does not write it.

alter table sessions
  -- null: at the sign-in, or never in this session if the identity provider did not say when it has asked
  add column confirmed_at timestamptz;
