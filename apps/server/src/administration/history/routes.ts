import { getPatientHistory, getPatientViews, getStaffHistory } from '@snimok/contract/administration/history';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findStaffMember } from '../../people/accounts/account-rows/staff-accounts.ts';
import { findPatientOrKept, listMergedInto } from '../../people/patients/merged-patients.ts';
import { present, presentToClient } from './present.ts';
import { type Group, listAccountEvents, listGroupedEvents, listPatientEvents, SEEN } from './queries.ts';

export const historyRoutes = (app: Routes, context: Context): void => {
  const { db, auditBuffer, config } = context;
  app.route({
    ...getPatientHistory,
    handler: async ({ actor, params, query: { offset, group } }) => {
      authorize(actor, 'patient.see-history');
      const { id } = await findPatientOrKept(db, actor, params.patientID);
      // the history of a merged card is part of the history of the kept one
      const patientIDs = [id, ...(await listMergedInto(db, id))];
      // so that the history includes the latest views, which are recorded in batches
      await auditBuffer.flush();
      if (!group) {
        const { rows, totalCount } = await listPatientEvents(db, patientIDs, offset, PAGE_SIZE);
        return { events: rows.map(present), currentOffset: offset, totalCount };
      }
      const { rows, totalCount } = await listGroupedEvents(
        db,
        { patientIDs, timeZone: config.timeZone },
        offset,
        PAGE_SIZE,
      );
      const events = rows.map((row) => ({ ...present(row), ...presentRepeats(row.group) }));
      return { events, currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...getPatientViews,
    handler: async ({ actor, params, query: { offset } }) => {
      const { id, doctorID } = await findPatientOrKept(db, actor, params.patientID);
      authorize(actor, 'patient.see-views', { doctorID });
      await auditBuffer.flush();
      const patientIDs = [id, ...(await listMergedInto(db, id))];
      const of = { patientIDs, timeZone: config.timeZone, actions: SEEN };
      const { rows, totalCount } = await listGroupedEvents(db, of, offset, PAGE_SIZE);
      const events = rows.map((row) => ({ ...presentToClient(row), ...presentRepeats(row.group) }));
      return { events, currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...getStaffHistory,
    handler: async ({ actor, params, query: { offset } }) => {
      authorize(actor, 'staff.manage');
      const { id } = await findStaffMember(context, params.accountID);
      const { rows, totalCount } = await listAccountEvents(db, id, offset, PAGE_SIZE);
      return { events: rows.map(present), currentOffset: offset, totalCount };
    },
  });
};

const presentRepeats = (group: Group | undefined) =>
  group && group.count > 1
    ? {
        repeats: {
          count: group.count,
          firstAt: group.firstAt.toISOString(),
          times: group.times.map((at) => at.toISOString()),
        },
      }
    : {};
