/**
 * What an erasure does with each table of the database. A new table fails the test until it is listed here: with the
 * tables whose rows are deleted, with those that keep their rows without the patient's data, or with those that never
 * have any.
 */
export const deletedTables = [
  'access_requests',
  'archive_import_clients',
  'archive_import_instances',
  'archive_import_problems',
  'archive_import_studies',
  'arches',
  'deliveries',
  'distinct_patients',
  'ended_shares',
  'erasure_objects',
  'external_shares',
  'key_images',
  'object_indexes',
  'object_instances',
  'object_metadata',
  'object_pictures',
  'object_series',
  'object_view_series',
  'object_views',
  'objects',
  'pano_protests',
  'panoramas',
  'patient_shares',
  'patients',
  'performed_steps',
  'received_instances',
  'referrals',
  'report_drafts',
  'report_parts',
  'report_readings',
  'remote_desktops',
  'segmentation_clicks',
  'segmentation_results',
  'segmentations',
  'share_events',
  'studies',
  'study_discs',
  'study_mark_versions',
  'study_marks',
  'study_reports',
  'upload_bundles',
  'upload_files',
  'upload_images',
  'uploads',
];

/** Every column with text or JSON of the tables whose rows stay, or some of whose rows stay. */
export const clearedTables: Record<string, string[]> = {
  // ids only (platform/audit/record.ts)
  audit_chain: [],
  audit_events: ['action', 'actor_kind', 'address', 'details'],
  bookings: [
    'acquisition',
    'cancel_reason',
    'comment',
    'patient_email',
    'patient_name',
    'patient_phone',
    'status',
  ],
  dialogs: ['last_message_text'],
  digest_items: ['about', 'kind', 'path', 'title'],
  erasures: ['counts', 'reason', 'status', 'step'],
  letters: ['about', 'facts', 'last_error', 'recipient', 'template'],
  list_marks: ['list', 'word'],
  // ids of cards that no longer exist
  merged_patients: [],
  message_attachments: ['filename', 'key', 'kind', 'thumbnail_key'],
  messages: ['card', 'text'],
  notices: ['about', 'channel', 'content', 'last_error', 'reason', 'recipient'],
  publications: ['channel', 'ended_session', 'event'],
  reassignments: ['kind', 'undo'],
  saved_filters: ['name', 'query'],
  search_words: ['word'],
  webhook_messages: ['answer', 'body', 'error', 'event'],
};

/** Tables of accounts, settings and counters, which never have data of a patient. */
export const unrelatedTables = [
  'access_alerts',
  'accounts',
  'answer_templates',
  'answered_requests',
  'api_tokens',
  'archive_imports',
  'audit_cursors',
  'audit_heads',
  'banner',
  'centre_identity',
  'client_activity',
  'client_totals',
  'desktop_grants',
  'destinations',
  'examinations',
  'first_start',
  'health_problems',
  'holidays',
  'implant_choices',
  'implant_lines',
  'invitations',
  'list_changes',
  'list_columns',
  'locations',
  'maintenance_runs',
  'messenger_hours',
  'notification_settings',
  'passkey_challenges',
  'passkeys',
  'password_resets',
  'portal_settings',
  'portal_settings_state',
  'portal_update',
  'push_subscriptions',
  'realtime_stream',
  'recovery_codes',
  'report_seal_keys',
  'seat_closures',
  'report_templates',
  'sessions',
  'special_days',
  'sso_identities',
  'sso_permits',
  'swept_channels',
  'tallies',
  'throttles',
  'totp_secrets',
  'upload_usage',
  'viewer_layouts',
  'webhooks',
];

/** SQL: tables with a column for the id of a patient, study, object or upload, and all tables that refer to them. */
export const TABLES_WITH_PATIENTS = `
  with recursive found(id) as (
    select attrelid from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped
      and a.attname in ('patient_id', 'study_id', 'object_id', 'upload_uuid')
    union select conrelid from pg_constraint k join found f on f.id = k.confrelid where k.contype = 'f'
  )
  select relname as name from pg_class where oid in (select id from found) order by 1`;

export const TEXT_COLUMNS = `
  select c.relname as "table", array_agg(a.attname::text order by a.attname) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped and a.attnum > 0
    and t.typname in ('text', 'json', 'jsonb', '_text', 'varchar')
  group by c.relname`;
