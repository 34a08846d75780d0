const isSecret = `is_secret and sent_at is null and failed_at is null`;

const NOT_RESTORED = 'Портал восстановлен из резервной копии без этого сообщения';

/** For backups, as with letters: SQL for the columns of `notices`, without codes and links that open something. */
export const savedNoticeColumns: Readonly<Record<string, string>> = {
  content: `case when ${isSecret} then '' else content end`,
  failed_at: `case when ${isSecret} then now() else failed_at end`,
  last_error: `case when ${isSecret} then '${NOT_RESTORED}' else last_error end`,
};
