import { Readable } from 'node:stream';
import { exportPatientData } from '@snimok/contract/administration/patient-export';
import { authorize } from '../../platform/access/rules.ts';
import { streamZip } from '../../platform/zip/stream-zip.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { dayIn } from '../../platform/time-and-sizes/calendar.ts';
import { attachment } from '../../platform/outside/storage/content-disposition.ts';
import {
  assertExportAllowed,
  countDownload,
  countExport,
} from '../../people/accounts/limits/reading-limit.ts';
import { findPatient, type PatientRow } from '../../people/patients/queries.ts';
import { dataFile } from './data-file.ts';
import { filesOf, foldersOf } from './files.ts';
import { pageFile } from './page.ts';
import { type ExportedStudy, listStudies } from './queries.ts';

/** Everything that is kept about a patient, for administrators. */
export const patientExportRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config, auditBuffer } = context;
  app.route({
    ...exportPatientData,
    handler: async (request, reply) => {
      const { actor, params } = request;
      authorize(actor, 'patient.export');
      const patient = await findPatient(db, actor, params.patientID);
      const studies = await listStudies(db, patient.id);
      const exportedAt = clock.now();
      const filename = `Данные_пациента_${patient.id}_${dayIn(config.timeZone, exportedAt)}.zip`;
      reply
        .header('cache-control', 'private, no-store')
        .header('content-disposition', attachment(filename))
        .type('application/zip');
      if (request.method === 'HEAD') {
        await assertExportAllowed(context, actor);
        return reply.send(Readable.from([]));
      }
      await countExport(context, actor);
      const by = initiatorOf(request);
      const withFiles = studies.filter(({ objectID }) => objectID !== null);
      for (const { id } of withFiles) await countDownload(context, actor, id);
      // recorded before the first byte, so that the export itself is in the exported history
      await record(db, by, {
        action: 'patient.export',
        patientID: patient.id,
        doctorID: patient.doctorID,
        details: { studies: withFiles.length },
      });
      for (const { id: studyID, patientID, doctorID } of withFiles)
        auditBuffer.add(by, { action: 'study.download', studyID, patientID, doctorID });
      await auditBuffer.flush();
      request.sentStudies = {
        action: 'patient.export',
        studyIDs: studies.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)),
      };
      const zip = streamZip(partsOf(context, { patient, studies, exportedAt }), exportedAt);
      return reply.send(Readable.from(zip, { objectMode: false }));
    },
  });
};

interface Exported {
  patient: PatientRow;
  studies: ExportedStudy[];
  exportedAt: Date;
}

/** The files come first, so that the two documents can name the files that a store has lost. */
async function* partsOf(context: Context, { patient, studies, exportedAt }: Exported) {
  const { db, config } = context;
  const { timeZone } = config;
  const missingFiles: string[] = [];
  yield* filesOf(context, studies, missingFiles);
  const facts = { exportedAt, timeZone, missingFiles };
  yield { name: 'data.json', content: dataFile(db, { patientID: patient.id, ...facts }) };
  const folders = foldersOf(studies, timeZone);
  yield { name: 'index.html', content: pageFile(db, { patient, studies, folders, ...facts }) };
}
