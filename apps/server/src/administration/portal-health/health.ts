import type { Context } from '../../platform/context.ts';
import { backupLine, restoreTestLine } from './facts/backups.ts';
import { sealCertificateLine, siteCertificateLine } from './facts/certificates.ts';
import { diskLines } from './facts/disks.ts';
import type { Line } from './facts/line.ts';
import { mailLine, queueLine, workerLine } from './facts/services.ts';
import { versionsLine } from './facts/versions.ts';
import { isQueued, makeBackup } from './jobs.ts';
import { updateLine } from './updates/line.ts';
import { findUpdate } from './updates/queries.ts';
import { type UpdateState, updateState } from './updates/state.ts';

/** What the page, the letters and the metrics report. */
interface PortalHealth {
  lines: Line[];
  isBackingUp: boolean;
  update: UpdateState;
}

export const portalHealth = async (context: Context): Promise<PortalHealth> => {
  const { db } = context;
  const isBackingUp = await isQueued(db, makeBackup);
  const update = await updateState(context, db, await findUpdate(db));
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
    updateLine(context, update),
  ]);
  return { lines: lines.flat(), isBackingUp, update };
};
