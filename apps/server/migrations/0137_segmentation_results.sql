-- What a model proposes about a study, and what people decide about it: structures and findings of a segmentation. A newer run has
-- rows of its own, so a result of an earlier one is not shown. Only widens: versions before it neither read nor write the table.
create table segmentation_results (
  object_id uuid not null references segmentations on delete cascade,
  run_id uuid not null,
  number integer not null check (number >= 0),
  -- of packages/contract/src/segmentation-labels.ts
  label smallint not null,
  -- null: the structure itself
  finding text,
  score real check (score between 0 and 1),
  state text not null default 'proposed' check (state in ('proposed', 'accepted', 'rejected')),
  decided_by bigint references accounts,
  decided_at timestamptz,
  primary key (object_id, run_id, number)
);
