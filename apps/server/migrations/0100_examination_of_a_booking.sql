-- The examination that a client chose for a booking. Only widens: a version before this one leaves the column empty.
alter table bookings add column examination_id bigint references examinations;
