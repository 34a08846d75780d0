-- Where an imported study comes from, as fields instead of a comment. Only widens: versions before it do not know the columns,
-- and the comments of earlier imports stay.

-- accession_number: that of the other archive. Null: the portal's own, `S` and the id.
-- origin: what StudyOrigin in the contract has besides. Null: the study did not come from another archive.
alter table studies
  add column accession_number text,
  add column origin jsonb;

create index studies_by_accession_number on studies (accession_number) where accession_number is not null;

update studies
set accession_number = nullif(row.accession_number, ''),
  origin = jsonb_build_object('kind', import.source ->> 'kind',
    'place', case import.source ->> 'kind'
      when 'folder' then import.source ->> 'path'
      when 'pacs' then import.source ->> 'calledTitle'
      else substring(import.source ->> 'url' from '^https?://(?:[^/@]*@)?([^/?#]+)') end,
    'day', null)
from archive_import_studies row join archive_imports import on import.id = row.import_id
where row.study_id = studies.id and row.state = 'done';
