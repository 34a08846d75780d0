-- When patients arrive, apart from when their studies are created, and who did not come. Only widens: a version before it
-- fills neither column, and the overview then takes the creation of a study for the arrival.

-- When the patient arrived for the study; null if that was not recorded. A study that was created for an accepted referral
-- waits for its patient until then.
alter table studies add column arrived_at timestamptz;
create index studies_by_arrival on studies (arrived_at) where arrived_at is not null and deleted_at is null;
-- what was published on a day; `studies_to_archive` lacks what is archived already
create index studies_by_publication on studies (done_at) where done_at is not null and deleted_at is null;

-- When an assistant recorded that the patient did not come; null again when the patient comes or another time is agreed.
alter table bookings add column missed_at timestamptz;
