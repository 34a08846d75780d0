-- The right «reports» also let an assistant write and sign reports on studies. They are two rights now (decision 115).
-- Only widens: in `rights` the value `reports` still means both, which is what earlier versions take it for and what they write.
-- They answer an unknown value with an error, so an account with only one of the two rights has it in a column of its own.
alter table accounts
  -- null for both rights, or for neither
  add only_report_right text check (only_report_right in ('reports', 'report-writing')),
  -- the position that signed reports name beside the author; empty if none is entered
  add post text not null default '',
  -- what the staff page tells this administrator until it has been read
  add unread_notices text[] not null default '{}';

update accounts set unread_notices = '{report-rights}' where role = 'assistant' and 'admin' = any(rights);
