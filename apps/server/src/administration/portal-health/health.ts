import type { Context } from '../../platform/context.ts';
import { backupLine, restoreTestLine } from './facts/backups.ts';
import { sealCertificateLine, siteCertificateLine } from './facts/certificates.ts';
import { diskLines } from './facts/disks.ts';
import type { Line } from './facts/line.ts';
import { mailLine, queueLine, workerLine } from './facts/services.ts';
import { versionsLine } from './facts/versions.ts';
import { isQueued, makeBackup } from './jobs.ts';

/** What the page, the letters and the metrics report. */
export const portalHealth = async (context: Context): Promise<{ lines: Line[]; isBackingUp: boolean }> => {
  const isBackingUp = await isQueued(context.db, makeBackup);
  const lines = await Promise.all([
    backupLine(context, isBackingUp),
    restoreTestLine(context),
    diskLines(context),
    workerLine(context),
    queueLine(context),
    mailLine(context),
    siteCertificateLine(context),
    sealCertificateLine(context),
    versionsLine(context),
  ]);
  return { lines: lines.flat(), isBackingUp };
};
