-- Attachments and cards of messages, and who answers a dialog. Only widens: a version before it shows the texts of such
-- messages, which name what is attached.

alter table messages
  -- the text only names what is attached
  add without_text boolean not null default false,
  -- 'study' or 'patient'; the id is null after the study or patient was deleted
  add card text check (card in ('study', 'patient')),
  add study_id bigint references studies on delete set null,
  add patient_id bigint references patients on delete set null;
create index messages_of_study on messages (study_id) where study_id is not null;
create index messages_of_patient on messages (patient_id) where patient_id is not null;

alter table dialogs
  -- the assistant who has taken the dialog
  add answerer_id bigint references accounts on delete set null;

-- A file that a person attaches to a message. It is stored before its message, which then refers to it; without a message
-- it is deleted after a day.
create table message_attachments (
  -- made by the sender, so that a repeated request stores it once
  uuid uuid primary key,
  -- the dialog; no cascades, because the row names objects in the store
  doctor_id bigint not null references accounts,
  author_id bigint not null references accounts,
  message_id bigint references messages,
  position smallint not null default 0,
  kind text not null check (kind in ('image', 'pdf')),
  filename text not null check (length(filename) between 1 and 200),
  -- of the stored file
  size_bytes bigint not null,
  sha256 bytea not null,
  width integer,
  height integer,
  key text not null,
  thumbnail_key text,
  created_at timestamptz not null
);
create index message_attachments_of_message on message_attachments (message_id, position) where message_id is not null;
