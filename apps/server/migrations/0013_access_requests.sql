-- Who asked to see another doctor's patient; answered by sharing (the row goes) or by declining (the row stays).
create table access_requests (
  patient_id bigint not null references patients on delete cascade,
  doctor_id bigint not null references accounts on delete cascade,
  requested_at timestamptz not null,
  -- the last letter to the owner: repeating a request does not flood her mailbox
  mailed_at timestamptz not null,
  declined_at timestamptz,
  primary key (patient_id, doctor_id)
);
