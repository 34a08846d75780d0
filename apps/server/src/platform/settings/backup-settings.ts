import { isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { backupRecipients } from './secret-settings.ts';
import { count } from './setting-types.ts';

/** Settings of the backups that the worker makes, and the keys of all backups. */
export const backupSettings = {
  BACKUP_RECIPIENT: backupRecipients,
  BACKUP_IDENTITY: z.string().optional(),
  BACKUP_FOLDER: z.string().refine(isAbsolute, { error: 'must be an absolute folder' }).optional(),
  BACKUP_TIME: z
    .string()
    .default('03:00')
    .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), { error: 'must be a time such as 03:00' }),
  BACKUP_KEEP: count('30', 99_999),
};

interface Given {
  BACKUP_RECIPIENT: string[];
  BACKUP_IDENTITY?: string | undefined;
  BACKUP_FOLDER?: string | undefined;
  BACKUP_TIME: string;
  BACKUP_KEEP: number;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

export const backupsOf = (s: Given) => ({
  /** Public keys of age; none if backups are not encrypted. */
  backupRecipients: s.BACKUP_RECIPIENT,
  /** The file with the private key, for a restore. */
  backupIdentity: s.BACKUP_IDENTITY,
  scheduledBackups: {
    /** The folder into which the worker backs up every day; undefined: it makes no backups. */
    folder: s.BACKUP_FOLDER === undefined ? undefined : resolve(s.BACKUP_FOLDER),
    /** Minutes after midnight of the centre's time zone. */
    minutes: minutesOf(s.BACKUP_TIME),
    /** How many backups stay in the folder. */
    keep: s.BACKUP_KEEP,
  },
});
