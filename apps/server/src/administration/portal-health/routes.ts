import { getPortalHealth, MAX_RUNS, requestBackup } from '@snimok/contract/administration/portal-health';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { portalHealth } from './health.ts';
import { makeBackup, queueMaintenance } from './jobs.ts';
import { listRuns, type RunRow } from './runs.ts';
import { portalUpdateRoutes, presentUpdate } from './updates/routes.ts';
import { interrupted, noBackupFolder, testLacks, withoutObjects } from './sentences.ts';

/** The state of the portal, for administrators. */
export const portalHealthRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;

  app.route({
    ...getPortalHealth,
    handler: async ({ actor }) => {
      authorize(actor, 'health.see');
      const [{ lines, isBackingUp, update }, runs] = await Promise.all([
        portalHealth(context),
        listRuns(db, MAX_RUNS),
      ]);
      const canBackUp = config.scheduledBackups.folder !== undefined;
      const { timeZone } = config;
      return {
        lines,
        runs: runs.map(present),
        canBackUp,
        isBackingUp,
        timeZone,
        update: presentUpdate(context, update),
      };
    },
  });

  portalUpdateRoutes(app, context);

  app.route({
    ...requestBackup,
    handler: async (request, reply) => {
      authorize(request.actor, 'health.see');
      if (config.scheduledBackups.folder === undefined) throw conflict(noBackupFolder);
      await db.transaction().execute(async (tx) => {
        await queueMaintenance(tx, makeBackup, { isRequested: true });
        await record(tx, initiatorOf(request), { action: 'portal.back-up' });
      });
      return reply.code(204).send();
    },
  });
};

const present = (run: RunRow) => ({
  runID: run.id,
  kind: run.kind,
  startedAt: run.startedAt.toISOString(),
  endedAt: run.endedAt?.toISOString() ?? null,
  outcome: run.outcome,
  objectsCount: run.objectsCount,
  badCount: run.badCount,
  copiedBytes: run.copiedBytes,
  note: noteOf(run),
});

const noteOf = ({ outcome, error, lacks, kind, badCount }: RunRow): string | null => {
  if (outcome === 'interrupted') return interrupted;
  if (error !== null) return error;
  if (lacks !== null) return testLacks[lacks];
  return kind === 'backup' && badCount ? withoutObjects(badCount) : null;
};
