-- The settings of an author's plan: sleeve, threshold of the warning, levelling. Only widens: a version before it neither reads
-- nor writes the column, so what a newer one has saved stays.
alter table study_marks add plan jsonb;
