-- Publications by time, for the statistics and the monthly list of the centre. Only widens: an index.
create index audit_events_of_publications on audit_events (at) include (study_id) where action = 'study.publish';
