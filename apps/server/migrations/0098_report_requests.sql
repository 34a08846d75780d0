-- Who asked for a report and what they want to know, and for whom a report was signed. Only widens: a version before it reads and
-- writes none of the columns.
alter table studies
  -- with report_requested_at; null if a version before this one wrote the request
  add column report_requested_by bigint references accounts,
  -- for the author of the report; removed when the report is signed or the request is withdrawn
  add column report_question text not null default '';

-- The card when the report was signed: {"id", "name", "birthday", "sex"}. Null for reports of versions before this one. A signed
-- report stays as it is when its study moves to another card; this is how the difference is found without reading `content`.
alter table study_reports add column signed_for jsonb;
