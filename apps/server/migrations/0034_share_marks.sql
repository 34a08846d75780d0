-- Only widens: whether the recipient of an external share sees the annotations. Earlier versions create shares without.
alter table external_shares add column show_marks boolean not null default false;
