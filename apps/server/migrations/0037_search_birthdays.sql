-- Only widens: patients are also searched by their birth date, alone or together with a part of the name.
create index patients_by_birthday on patients (birthday) where deleted_at is null;
