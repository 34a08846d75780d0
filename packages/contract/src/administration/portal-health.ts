import { z } from 'zod';
import { Instant, NoContent } from '../values/fields.ts';
import { PortalUpdate } from './portal-updates.ts';

/** What the page «Состояние портала» reports, in the order of the page. */
export const HEALTH_LINES = {
  backup: 'Резервная копия',
  'restore-test': 'Проверка восстановления',
  'disk-data': 'Диск с данными портала',
  'disk-storage': 'Диск хранилища исследований',
  'disk-archive': 'Диск архива исследований',
  'disk-backups': 'Диск резервных копий',
  worker: 'Фоновая служба',
  queue: 'Очередь заданий',
  mail: 'Почта',
  'portal-certificate': 'Сертификат сайта',
  'seal-certificate': 'Сертификат печати заключений',
  versions: 'Версии',
  update: 'Обновления портала',
} as const;

export const HealthLineName = z.enum(
  Object.keys(HEALTH_LINES) as [keyof typeof HEALTH_LINES, ...(keyof typeof HEALTH_LINES)[]],
);
export type HealthLineName = z.infer<typeof HealthLineName>;

export const HealthState = z.enum(['ok', 'attention', 'problem']);
export type HealthState = z.infer<typeof HealthState>;

const HealthLine = z.object({
  line: HealthLineName,
  state: HealthState,
  /** what is known, in Russian */
  summary: z.string(),
  /** what to do, in Russian; null if nothing has to be done */
  advice: z.string().nullable(),
});
export type HealthLine = z.infer<typeof HealthLine>;

const RunKind = z.enum(['backup', 'restore-test']);
export type RunKind = z.infer<typeof RunKind>;

/**
 * `incomplete`: a backup without objects that the portal lacks, or a restore test that could not check everything;
 * `interrupted`: the process ended before the run.
 */
export const RunOutcome = z.enum(['done', 'incomplete', 'failed', 'interrupted']);
export type RunOutcome = z.infer<typeof RunOutcome>;

/** Why a restore test did not restore the rows: the private key, space on the disk, or the embedded PostgreSQL. */
const TestLacks = z.enum(['key', 'space', 'server']);
export type TestLacks = z.infer<typeof TestLacks>;

const MaintenanceRun = z.object({
  runID: z.number().int(),
  kind: RunKind,
  startedAt: Instant,
  /** null while it runs */
  endedAt: Instant.nullable(),
  outcome: RunOutcome.nullable(),
  objectsCount: z.number().int().nullable(),
  /** missing and damaged objects */
  badCount: z.number().int().nullable(),
  copiedBytes: z.number().int().nullable(),
  /** a sentence in Russian about the outcome, if it is not `done` */
  note: z.string().nullable(),
});

/** At most this many runs are returned. */
export const MAX_RUNS = 30;

export const getPortalHealth = {
  method: 'GET',
  url: '/assistant/portal-health',
  access: { assistant: 'admin' },
  schema: {
    summary:
      'The state of backups, disks, queue, mail, certificates and versions, and the newest maintenance runs',
    response: {
      200: z.object({
        lines: z.array(HealthLine),
        runs: z.array(MaintenanceRun),
        /** whether BACKUP_FOLDER is set, so that a backup can be made */
        canBackUp: z.boolean(),
        /** the time zone of the centre, in which the times of `lines` are written */
        timeZone: z.string(),
        /** a backup is queued or running */
        isBackingUp: z.boolean(),
        update: PortalUpdate,
      }),
    },
  },
} as const;

export const requestBackup = {
  method: 'POST',
  url: '/assistant/portal-health/backups',
  access: { assistant: 'admin' },
  schema: {
    summary: 'Make a backup now, unless one is queued or running. 409: BACKUP_FOLDER is not set',
    response: { 204: NoContent },
  },
} as const;
