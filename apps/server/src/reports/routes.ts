import { createReport } from '@snimok/contract/reports';
import { authorize } from '../access/rules.ts';
import { byRequest } from '../audit/record.ts';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import type { Routes } from '../http/server.ts';
import { findPatient } from '../patients/queries.ts';
import { sentences } from '../sentences.ts';
import { findPicture, findStudy } from '../studies/queries.ts';
import { writeReport } from './report.ts';

export const reportRoutes = (app: Routes, { db, clock, config, storage, seen }: Context): void => {
  app.route({
    ...createReport,
    handler: async (request) => {
      const { actor, params } = request;
      if (!config.studyReportEnabled) throw notFound(sentences.noSuchCall);
      authorize(actor, 'study.report');
      const study = await findStudy(db, actor, params.studyID);
      if (study.status !== 'done' || !study.objectID) throw conflict(sentences.studyNotDone);
      const picture = await findPicture(db, study.objectID, 'full');
      if (!picture) throw conflict(sentences.noPicture);
      const patient = await findPatient(db, actor, study.patientID);
      const jpeg = await storage.read(picture.key).then((stream) => stream.toArray());
      const report = await writeReport({
        study,
        patient,
        jpeg: Buffer.concat(jpeg),
        timeZone: config.timeZone,
        now: clock.now(),
      });
      const { id, patientID, doctorID } = study;
      seen.note(byRequest(request), { action: 'study.report', studyID: id, patientID, doctorID });
      return { report: report.toString('base64') };
    },
  });
};
