-- A desktop's screen may be on another machine than the API. Only widens: absent means on the API's own.
alter table remote_desktops
  -- the address of the worker that shows it to APIs
  add reach text;
