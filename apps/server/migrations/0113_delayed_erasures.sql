-- Only widens: a confirmed erasure begins after a delay, in which it can be stopped. Until then its status stays `requested`, so
-- that the version before shows it as a request, which it can refuse.

alter table erasures
  -- set by the confirmation; null for a request that nobody has confirmed, and for one that began at once
  add column erase_at timestamptz;
