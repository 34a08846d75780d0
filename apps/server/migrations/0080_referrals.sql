-- Referrals: what clients request of the centre, and the list of examinations that they choose from. Only widens.
create table examinations (
  id bigint generated always as identity primary key,
  name text not null,
  study_type text not null check (study_type in ('rg', 'cbct')),
  -- what the patient has to do before it
  preparation text not null default '',
  -- clients may request it
  active boolean not null default true,
  -- the order of the list
  place integer not null
);

insert into examinations (name, study_type, preparation, place)
select name, study_type, 'Перед исследованием снимите украшения, очки и съёмные протезы.', place
from (values
  ('КЛКТ обеих челюстей', 'cbct', 1),
  ('КЛКТ верхней челюсти', 'cbct', 2),
  ('КЛКТ нижней челюсти', 'cbct', 3),
  ('КЛКТ сегмента (до пяти зубов)', 'cbct', 4),
  ('КЛКТ височно-нижнечелюстных суставов', 'cbct', 5),
  ('КЛКТ придаточных пазух носа', 'cbct', 6),
  ('Ортопантомограмма', 'rg', 7),
  ('Телерентгенограмма в боковой проекции', 'rg', 8),
  ('Телерентгенограмма в прямой проекции', 'rg', 9),
  ('Прицельный снимок зуба', 'rg', 10)
) examination (name, study_type, place);

create table referrals (
  -- in URLs and the QR code; made by the sender
  uuid uuid primary key,
  -- on paper
  number bigint generated always as identity unique,
  -- the client, and the person who wrote it
  doctor_id bigint not null references accounts,
  creator_id bigint not null references accounts,
  created_at timestamptz not null,
  -- the card: the chosen one, or that of a new patient once the referral is accepted
  patient_id bigint references patients on delete cascade,
  -- as written
  patient_name text not null,
  patient_sex text not null check (patient_sex in ('male', 'female')),
  patient_birthday date,
  patient_phone text,
  examination_id bigint not null references examinations,
  -- as it was called when the referral was sent
  examination text not null,
  study_type text not null check (study_type in ('rg', 'cbct')),
  -- numbers of ISO 3950
  teeth integer[] not null default '{}',
  question text not null default '',
  urgency text not null default 'routine' check (urgency in ('routine', 'urgent')),
  contraindications text[] not null default '{}',
  other_contraindications text not null default '',
  -- who gets access to the published study besides the client
  recipient_clients bigint[] not null default '{}',
  recipient_emails text[] not null default '{}',
  booking_id bigint references bookings on delete set null,
  status text not null default 'sent' check (status in ('sent', 'accepted', 'declined', 'withdrawn')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  reason text not null default '',
  study_id bigint references studies on delete set null,
  -- when the recipients got access to the published study
  shared_at timestamptz,
  -- 0 for an urgent referral that waits, 1 for another one that waits
  rank smallint generated always as (
    case when status <> 'sent' then 2 when urgency = 'urgent' then 0 else 1 end
  ) stored
);
create index referrals_by_rank on referrals (rank, created_at desc, uuid);
create index referrals_of_doctor on referrals (doctor_id, created_at desc, uuid);
create index referrals_of_patient on referrals (patient_id) where patient_id is not null;
create index referrals_of_study on referrals (study_id) where study_id is not null;
create index referrals_of_booking on referrals (booking_id) where booking_id is not null;
