-- Versions of annotations also keep the author's plan, which has the landmarks of cephalograms. Only widens: earlier versions of
-- the server keep none.
alter table study_mark_versions add column plan jsonb;
