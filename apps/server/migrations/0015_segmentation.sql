-- How often doctors ask for 3D segmentation: what the centre decides by whether it is worth building. A row a click.
create table segmentation_clicks (
  id bigint generated always as identity primary key,
  study_id bigint not null references studies on delete cascade,
  -- the doctor who opened the dialog: not always the one whose patient it is
  doctor_id bigint not null references accounts,
  clicked_at timestamptz not null
);
create index segmentation_clicks_of_study on segmentation_clicks (study_id);
create index segmentation_clicks_by_time on segmentation_clicks (clicked_at);
