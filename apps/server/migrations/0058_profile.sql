-- Choices of the profile, and the cookie of a session. Only widens: a version before it sends every letter, and reads the
-- cookie without prefix, which a browser keeps beside the other one.
alter table accounts
  -- the kinds of letters that the owner does not want
  add declined_letters text[] not null default '{}';
alter table sessions
  -- its token is also in the cookie with the prefix __Host-, which no other host can set; only that one is accepted then
  add host_cookie boolean not null default false;
