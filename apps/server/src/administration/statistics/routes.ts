import { exportBilling, getBilling, getStatistics } from '@snimok/contract/administration/statistics';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayAfter, nextMonth } from '../../platform/time-and-sizes/calendar.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { sheetSender } from '../table-exports/send-sheet.ts';
import { billingSheet } from './billing-sheet.ts';
import { countBilled } from './queries.ts';
import { periodOf, statisticsReader } from './statistics.ts';

/** Figures of the centre, and what it bills. */
export const statisticsRoutes = (app: Routes, context: Context): void => {
  const { db, config } = context;
  const send = sheetSender(context);
  const readStatistics = statisticsReader(context);
  const periodOfMonth = (month: string) => {
    const from = `${month}-01`;
    return periodOf({ from, to: dayAfter(nextMonth(from), -1) }, config.timeZone);
  };

  app.route({
    ...getStatistics,
    handler: ({ actor, query: { step, by, from, to } }) => {
      authorize(actor, 'statistics.see');
      return readStatistics({ who: actor, days: { from, to }, step, by });
    },
  });

  app.route({
    ...getBilling,
    handler: async ({ actor, query: { month } }) => {
      authorize(actor, 'statistics.see');
      return { clients: await countBilled(db, actor, periodOfMonth(month)) };
    },
  });

  app.route({
    ...exportBilling,
    handler: async (request, reply) => {
      const { actor, query } = request;
      const { month, format, doctorID } = query;
      authorize(actor, 'list.export');
      if (doctorID !== undefined) await findDoctor(db, doctorID);
      const sheet = billingSheet(db, actor, { month, period: periodOfMonth(month), doctorID });
      return send(request, reply, { sheet, format, list: 'billing', ...(doctorID && { doctorID }) });
    },
  });
};
