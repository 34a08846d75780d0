import { stat, statfs } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import type { HealthLineName } from '@snimok/contract/administration/portal-health';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { diskSentences } from '../sentences.ts';
import { type Line, lineOf } from './line.ts';

/**
 * With less free space than these values, a disk is a problem or needs attention. ATTENTION_BYTES is the threshold of the alert
 * DiskFillsUp in ops/prometheus.
 */
const PROBLEM_BYTES = 5e9;
const ATTENTION_BYTES = 20e9;
/** A disk that will be full within this many days needs attention. */
const ATTENTION_DAYS = 14;
const SHOWN_DAYS = 365;
/** The rate of growth is computed from the uploads of this many days. */
const RATE_DAYS = 14;
/** A study is stored twice at first: as its object, and as the rendition for the viewer (docs/operations.md, «Sizing»). */
const STORED_TIMES = 2;

const folderOf = (url: string): string | null =>
  url.startsWith('file:') ? fileURLToPath(new URL(url)) : null;

/** One line for each disk. Folders on the same disk share its line. */
export const diskLines = async ({ db, config }: Context): Promise<Line[]> => {
  const folders: [HealthLineName, string | null | undefined][] = [
    ['disk-data', config.dataDir],
    ['disk-storage', folderOf(config.storageURL)],
    ['disk-archive', config.archiveURL === 'off' ? null : folderOf(config.archiveURL)],
    ['disk-backups', config.scheduledBackups.folder],
  ];
  const found = await Promise.all(folders.flatMap(([name, folder]) => (folder ? measure(name, folder) : [])));
  const daily = await bytesPerDay(db);
  const storage = found.find(({ name }) => name === 'disk-storage')?.device;
  const isFirst = ({ device }: Measured, index: number) =>
    device === null || found.findIndex((other) => other.device === device) === index;
  return found
    .filter(isFirst)
    .map((disk) => describe(disk, disk.device !== null && disk.device === storage ? daily : 0));
};

interface Measured {
  name: HealthLineName;
  device: number | null;
  freeBytes: number;
  sizeBytes: number;
}

const measure = async (name: HealthLineName, folder: string): Promise<Measured> => {
  try {
    const [{ dev }, { bavail, blocks, bsize }] = await Promise.all([stat(folder), statfs(folder)]);
    return { name, device: dev, freeBytes: bavail * bsize, sizeBytes: blocks * bsize };
  } catch {
    return { name, device: null, freeBytes: 0, sizeBytes: 0 };
  }
};

const describe = ({ name, device, freeBytes, sizeBytes }: Measured, daily: number): Line => {
  if (device === null)
    return lineOf(name, {
      state: 'problem',
      summary: [diskSentences.missing],
      advice: diskSentences.connect,
    });
  const days = daily > 0 ? Math.floor(freeBytes / daily) : Infinity;
  const isShort = freeBytes < ATTENTION_BYTES || days < ATTENTION_DAYS;
  return lineOf(name, {
    state: freeBytes < PROBLEM_BYTES ? 'problem' : isShort ? 'attention' : 'ok',
    summary: [diskSentences.free(freeBytes, sizeBytes), days <= SHOWN_DAYS && diskSentences.forecast(days)],
    advice: name === 'disk-backups' ? diskSentences.makeSpaceForBackups : diskSentences.makeSpace,
  });
};

/** How much the store grows in a day, from the bytes that were uploaded lately. */
const bytesPerDay = async (db: Tx): Promise<number> => {
  const { bytes } = await db
    .selectFrom('uploadUsage')
    .select(sql<number>`coalesce(sum(sent_bytes), 0)::float8`.as('bytes'))
    .where(sql<boolean>`day > current_date - ${RATE_DAYS}::int`)
    .executeTakeFirstOrThrow();
  return (bytes / RATE_DAYS) * STORED_TIMES;
};
