-- The messenger: what the centre and a client write to each other; a client has one dialog, with all assistants.

-- A dialog is its client's: the row comes with the first message. What the list of dialogs shows stands here, so that
-- nobody looks for the last of many messages, and reading is one id a side, however many messages it covers.
create table dialogs (
  doctor_id bigint primary key references accounts on delete cascade,
  last_incoming_id bigint not null default 0,
  last_answer_id bigint not null default 0,
  last_message_created_at timestamptz,
  -- the beginning of it, more than any list shows
  last_message_text text not null default '',
  -- the last message of the other side that each side has read
  read_by_centre_id bigint not null default 0,
  read_by_doctor_id bigint not null default 0
);
create index dialogs_unread on dialogs (doctor_id) where last_incoming_id > read_by_centre_id;

create table messages (
  -- a message is written while its dialog's row is held, so that within a dialog ids stand in the order of commits:
  -- who has read up to an id misses nothing before it
  id bigint generated always as identity primary key,
  doctor_id bigint not null references dialogs on delete cascade,
  -- the client, or the assistant who answers
  author_id bigint not null references accounts,
  is_answer boolean not null,
  text text not null check (length(text) between 1 and 4000),
  -- made by the sender: what is sent twice is one message
  message_uuid uuid,
  created_at timestamptz not null
);
create index messages_of_dialog on messages (doctor_id, id);
create unique index messages_sent_once on messages (author_id, message_uuid) where message_uuid is not null;
