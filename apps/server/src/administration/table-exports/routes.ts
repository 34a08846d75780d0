import type { ClientSortField } from '@snimok/contract/people/doctors';
import {
  exportClients,
  exportPatientHistory,
  exportPatients,
  exportStudies,
  XLSX_MAX_ROWS,
} from '@snimok/contract/administration/table-exports';
import type { PatientSortField } from '@snimok/contract/people/patients';
import type { SortField } from '@snimok/contract/studies/studies';
import { authorize } from '../../platform/access/rules.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { requireEnabled } from '../../platform/http/require-enabled.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findDoctor } from '../../people/doctors/queries.ts';
import { findPatientOrKept, listMergedInto } from '../../people/patients/merged-patients.ts';
import { dateFilters } from '../../studies/studies/study-rows/period.ts';
import { countStudiesOf } from '../../studies/studies/lists/all-studies.ts';
import { historySheet } from './history-sheet.ts';
import { sheetSender } from './send-sheet.ts';
import { clientsSheet, type Order, patientsSheet, studiesSheet } from './sheets.ts';
import { sentences } from './sentences.ts';

const orderOf = <Field>(sortedBy: string) => {
  const [field, direction] = sortedBy.split('.');
  return { field, direction } as Order<Field>;
};

/** The lists of the assistants as files. */
export const exportRoutes = (app: Routes, context: Context): void => {
  const { db, config, auditBuffer } = context;
  const send = sheetSender(context);

  app.route({
    ...exportClients,
    handler: async (request, reply) => {
      const { format, sortedBy } = request.query;
      authorize(request.actor, 'list.export');
      const sheet = clientsSheet(db, orderOf<ClientSortField>(sortedBy));
      return send(request, reply, { sheet, format, list: 'clients' });
    },
  });

  app.route({
    ...exportPatients,
    handler: async (request, reply) => {
      const { actor, query } = request;
      const { format, sortedBy, of } = query;
      authorize(actor, 'list.export');
      const order = orderOf<PatientSortField>(sortedBy);
      if (typeof of === 'string') {
        const sheet = patientsSheet(db, actor, { kind: of }, order);
        return send(request, reply, { sheet, format, list: `patients ${of}` });
      }
      const { id: doctorID } = await findDoctor(db, of);
      const sheet = patientsSheet(db, actor, { kind: 'of-doctor', doctorID }, order);
      return send(request, reply, { sheet, format, list: 'patients', doctorID });
    },
  });

  app.route({
    ...exportPatientHistory,
    handler: async (request, reply) => {
      const { actor, query } = request;
      authorize(actor, 'patient.see-history');
      authorize(actor, 'list.export');
      const { id, doctorID } = await findPatientOrKept(db, actor, query.patientID);
      await auditBuffer.flush();
      const sheet = historySheet(db, { patientID: id, patientIDs: [id, ...(await listMergedInto(db, id))] });
      return send(request, reply, { sheet, format: query.format, list: 'history', doctorID, patientID: id });
    },
  });

  app.route({
    ...exportStudies,
    onRequest: requireEnabled(config, 'commonStudiesListEnabled', () => undefined),
    handler: async (request, reply) => {
      const { actor, query } = request;
      const { format, sortedBy, studyIDs, filterStatus: status, ...days } = query;
      authorize(actor, 'list.export');
      const filters = { ...dateFilters(days, config.timeZone), status };
      if (format === 'xlsx' && !studyIDs && (await countStudiesOf(db, actor, filters)) > XLSX_MAX_ROWS)
        throw conflict(sentences.tooManyRows);
      const sheet = studiesSheet(db, actor, { ...orderOf<SortField>(sortedBy), ...filters, studyIDs });
      return send(request, reply, { sheet, format, list: 'studies' });
    },
  });
};
