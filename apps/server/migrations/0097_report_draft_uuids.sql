-- Identifies a draft of a report, so that a text that was typed for an earlier draft of the study is not taken for a change of a
-- later one. Only widens: a column with a default.
alter table report_drafts add column draft_uuid uuid not null default gen_random_uuid();
