import type { Config } from '../settings/config.ts';
import { DAY_MS, HOUR_MS } from '../time-and-sizes/duration.ts';
import type { Template } from './templates.ts';

/** How long the link of an invitation works. */
export const INVITATION_HOURS = 72;

/**
 * The templates whose facts contain a password or a link that opens a study or an account, and how long that is valid. The
 * facts are deleted when the letter is sent, given up or expired. They are not part of a backup.
 */
const validityOf: { [T in Template]?: (config: Config) => number } = {
  welcome: ({ welcomePasswordMaxAgeMs }) => welcomePasswordMaxAgeMs,
  'new-password': ({ welcomePasswordMaxAgeMs }) => welcomePasswordMaxAgeMs,
  'password-reset': ({ passwordResetMaxAgeMs }) => passwordResetMaxAgeMs,
  'external-share': ({ shareMaxAgeMs }) => shareMaxAgeMs,
  invitation: () => INVITATION_HOURS * HOUR_MS,
  'visit-reminder': () => DAY_MS,
  'visit-cancelled': () => DAY_MS,
};

/** The error shown for a letter that waited longer than its password or link is valid. */
export const EXPIRED = 'Письмо устарело: пароль или ссылка в нём больше не действуют';

const NOT_RESTORED = 'Портал восстановлен из резервной копии без этого письма. Отправьте его заново';

export const isExpired = (
  config: Config,
  { template, createdAt }: { template: string; createdAt: Date },
  now: Date,
): boolean => {
  const validMs = validityOf[template as Template]?.(config);
  return validMs !== undefined && createdAt.getTime() + validMs <= now.getTime();
};

const isSecret = `template in (${Object.keys(validityOf)
  .map((template) => `'${template}'`)
  .join(', ')}) and facts <> '{}'`;

/**
 * For backups: SQL for the columns of `letters`. A waiting letter with a password or a link is saved without it, and
 * as given up. A restored portal therefore shows that the letter must be sent again.
 */
export const savedLetterColumns: Readonly<Record<string, string>> = {
  facts: `case when ${isSecret} then '{}'::jsonb else facts end`,
  failed_at: `case when ${isSecret} and sent_at is null then now() else failed_at end`,
  next_try_at: `case when not (${isSecret}) then next_try_at end`,
  last_error: `case when ${isSecret} and sent_at is null then '${NOT_RESTORED}' else last_error end`,
};
