-- Only widens: an erasure does not make other changes of these tables wait for more than two seconds behind a long one. Its
-- step fails then, and its job repeats it.
alter function forget_marks(bigint[]) set lock_timeout = '2s';
alter function forget_words(text) set lock_timeout = '2s';
