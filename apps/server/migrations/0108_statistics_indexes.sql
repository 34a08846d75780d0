-- Statistics of a period read publications, first openings and added bytes from these indexes alone, without the rows of all years.
-- Only widens: indexes.
create index audit_events_of_publications_by_study on audit_events (study_id, id) where action = 'study.publish';
create index audit_events_of_clients_openings on audit_events (study_id, id) include (at)
  where action in ('study.view', 'study.download') and actor_kind in ('doctor', 'receiver');
create index objects_by_time on objects (created_at) include (size_bytes);
