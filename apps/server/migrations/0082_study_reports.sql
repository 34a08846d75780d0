-- Reports («Заключение») on studies: templates, drafts that several people edit, and signed reports. Only widens: a version
-- before it does not show them.
alter table studies
  -- since when a report is wanted; null if none is, or it has been signed
  add column report_requested_at timestamptz,
  -- the number of the newest signed report
  add column report_number integer;
create index studies_without_report on studies (report_requested_at, id) where report_requested_at is not null;

create table report_templates (
  id bigint generated always as identity primary key,
  name text not null,
  study_type text not null check (study_type in ('rg', 'cbct')),
  -- as in the contract
  fields jsonb not null,
  with_findings boolean not null,
  conclusion text not null,
  -- grows with every change
  version integer not null default 1,
  -- null: made with the portal
  changed_by bigint references accounts,
  changed_at timestamptz not null
);
create unique index report_templates_by_name on report_templates (study_type, lower(name));

create table report_drafts (
  study_id bigint primary key references studies on delete cascade,
  -- of the template when the draft was begun
  template_name text not null,
  fields jsonb not null,
  with_findings boolean not null,
  -- the number of the signed report that it corrects
  corrects integer,
  -- grows with every change of a part
  version integer not null,
  started_by bigint not null references accounts,
  changed_by bigint not null references accounts,
  changed_at timestamptz not null
);

-- The parts of a draft; each is changed as a whole, so that two people can edit different ones.
create table report_parts (
  study_id bigint not null references report_drafts on delete cascade,
  -- in the order in which parts were added
  id bigint generated always as identity,
  part text not null,
  -- as in the contract; JSON null: removed
  value jsonb not null,
  version integer not null,
  changed_by bigint not null references accounts,
  changed_at timestamptz not null,
  primary key (study_id, part)
);

create table study_reports (
  report_uuid uuid primary key,
  study_id bigint not null references studies on delete cascade,
  -- 1 for the first report of a study; a correction has the next one
  number integer not null,
  author_id bigint not null references accounts,
  author_name text not null,
  signed_at timestamptz not null,
  -- of a correction
  reason text not null,
  -- what was signed, as in the contract, and the fields of the template
  content jsonb not null,
  -- the sealed PDF
  document bytea not null,
  unique (study_id, number)
);
create index study_reports_by_date on study_reports (signed_at desc, report_uuid);

-- The first reading by each person of a client.
create table report_readings (
  report_uuid uuid not null references study_reports on delete cascade,
  account_id bigint not null references accounts,
  read_at timestamptz not null,
  primary key (report_uuid, account_id)
);

-- A signed report stays as it is. It is deleted only with its study, whose row is gone when the foreign key deletes the report.
create function keep_signed_report() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and not exists (select from studies where id = old.study_id) then
    return old;
  end if;
  raise exception 'signed reports do not change' using errcode = 'insufficient_privilege';
end $$;
create trigger study_reports_stay before update or delete on study_reports
  for each row execute function keep_signed_report();
create trigger study_reports_stay_all before truncate on study_reports
  for each statement execute function refuse_change();

insert into report_templates (name, study_type, fields, with_findings, conclusion, changed_at) values
('КЛКТ челюстей', 'cbct', '[
  {"fieldID": "quality", "label": "Качество исследования", "kind": "choice", "initial": "Достаточное",
   "options": ["Достаточное", "Ограниченное: артефакты от металла", "Ограниченное: движение пациента"]},
  {"fieldID": "area", "label": "Область исследования", "kind": "line", "initial": "Верхняя и нижняя челюсть", "options": []},
  {"fieldID": "bone", "label": "Костная ткань", "kind": "text", "options": [],
   "initial": "Структура костной ткани не изменена. Кортикальные пластинки сохранены."},
  {"fieldID": "sinuses", "label": "Верхнечелюстные пазухи", "kind": "text", "options": [],
   "initial": "Пневматизация сохранена, слизистая оболочка не утолщена."},
  {"fieldID": "canal", "label": "Нижнечелюстной канал", "kind": "text", "options": [],
   "initial": "Прослеживается с обеих сторон на всём протяжении."},
  {"fieldID": "joints", "label": "Височно-нижнечелюстные суставы", "kind": "text", "options": [],
   "initial": "В область исследования не вошли."}
]', true, '', now()),
('ОПТГ', 'rg', '[
  {"fieldID": "quality", "label": "Качество снимка", "kind": "choice", "initial": "Достаточное",
   "options": ["Достаточное", "Ограниченное: укладка", "Ограниченное: движение пациента"]},
  {"fieldID": "bone", "label": "Костная ткань", "kind": "text", "options": [],
   "initial": "Высота межальвеолярных перегородок сохранена. Очаговых изменений не видно."},
  {"fieldID": "sinuses", "label": "Верхнечелюстные пазухи", "kind": "text", "options": [],
   "initial": "Пневматизация сохранена."},
  {"fieldID": "joints", "label": "Височно-нижнечелюстные суставы", "kind": "text", "options": [],
   "initial": "Головки нижней челюсти симметричны, контуры ровные."}
]', true, '', now());
