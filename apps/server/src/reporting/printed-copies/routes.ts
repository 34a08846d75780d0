import { createPlanReport } from '@snimok/contract/viewing/planning';
import { createReport } from '@snimok/contract/reporting/printed-copies';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { accountOf } from '../../platform/access/actor.ts';
import { authorize, may } from '../../platform/access/rules.ts';
import { findAccountName } from '../../people/accounts/account-rows/accounts.ts';
import { countDownload } from '../../people/accounts/limits/reading-limit.ts';
import { initiatorOf } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid, notFound } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import { findEnteredIdentity } from '../../platform/letterhead/letterhead.ts';
import { findPanorama } from '../../studies/objects/panorama-queries.ts';
import { panoramaReason } from '../../studies/objects/panorama-reason.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { listLocations } from '../../reception/schedule/opening-hours/queries.ts';
import { sentences as ofStudies } from '../../studies/studies/sentences.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { openObject } from '../../studies/studies/study-rows/study-state.ts';
import { openPicture } from '../../studies/objects/open-picture.ts';
import { findStudy } from '../../studies/studies/study-rows/queries.ts';
import { studyDateFact } from '../../studies/studies/study-rows/study-day.ts';
import { viewerSessionOf } from '../../viewing/online-viewer/sessions/caller.ts';
import type { PlanFacts } from '../../platform/pdf-documents/plan-report.ts';
import { openReportWriter } from '../../platform/pdf-documents/sandboxed-report.ts';
import { sentences } from './sentences.ts';

/** More addresses would not fit into the heading. */
const MAX_CENTRES = 3;

export const reportRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config, auditBuffer } = context;
  const writeReport = openReportWriter(context.sandbox);

  app.route({
    ...createReport,
    handler: async (request) => {
      const { actor, params } = request;
      if (!config.studyReportEnabled) throw notFound(ofHTTP.noSuchEndpoint);
      authorize(actor, 'study.report');
      const study = await findStudy(db, actor, params.studyID);
      const objectID = openObject(study);
      await countDownload(context, actor, study.id);
      const panorama = await findPanorama(db, objectID);
      const noPanorama = STUDY_TYPES[study.type].canHavePanorama ? panoramaReason(panorama) : null;
      const opened = await openPicture(context, objectID, 'full');
      if (!opened && noPanorama === null) throw conflict(ofStudies.noPicture);
      const patient = await findPatient(db, actor, study.patientID);
      const locations = await listLocations(db, actor);
      const facts = {
        centre: await findEnteredIdentity(db),
        centres: centresOf(locations),
        study: {
          id: study.id,
          type: STUDY_TYPES[study.type].label,
          date: studyDateFact(study, config.timeZone),
          comment: study.comment,
          doctorName: study.doctorName,
          creatorName: study.creatorName,
        },
        patient: { name: patient.name, sex: patient.sex, birthday: patient.birthday },
        picture: opened && {
          width: opened.width,
          height: opened.height,
          jpeg: Buffer.concat(await opened.bytes.toArray()),
          pixelMm: pixelMmOf(opened.width, panorama?.picture),
        },
        noPanorama,
        author: await findAccountName(db, accountOf(actor)),
        timeZone: config.timeZone,
        now: clock.now(),
      };
      const report = await writeReport({ report: facts });
      if ('failed' in report) {
        request.log.warn({ studyID: study.id, reason: report.failed }, 'a PDF of a study could not be made');
        throw conflict(ofStudies.noPicture);
      }
      const { id, patientID, doctorID } = study;
      auditBuffer.add(initiatorOf(request), { action: 'study.report', studyID: id, patientID, doctorID });
      return { report: Buffer.from(report.pdf).toString('base64') };
    },
  });

  app.route({
    ...createPlanReport,
    handler: async (request) => {
      const { actor, body } = request;
      const { study } = viewerSessionOf(request);
      const plan: PlanFacts = {
        ...body,
        centre: await findEnteredIdentity(db),
        patientName: study.patientName,
        birthday: may(actor, 'study.see-birthday') ? study.patientBirthday : null,
        studyDate: studyDateFact(study, config.timeZone),
        author: actor.kind === 'share' ? null : await findAccountName(db, accountOf(actor)),
        timeZone: config.timeZone,
        now: clock.now(),
      };
      const report = await writeReport({ plan });
      if ('failed' in report) {
        request.log.warn({ studyID: study.id, reason: report.failed }, 'a PDF of a plan could not be made');
        throw invalid(sentences.planNotWritten);
      }
      const { id: studyID, patientID, doctorID } = study;
      auditBuffer.add(initiatorOf(request), { action: 'study.report', studyID, patientID, doctorID });
      return { report: Buffer.from(report.pdf).toString('base64') };
    },
  });
};

const centresOf = (locations: Awaited<ReturnType<typeof listLocations>>): string[] =>
  locations
    .filter(({ archivedAt }) => archivedAt === null)
    .map(({ name, address }) => [name, address].filter(Boolean).join(', '))
    .slice(0, MAX_CENTRES);

/** Millimetres per JPEG pixel: the JPEG may be smaller than the panorama. */
const pixelMmOf = (width: number, panorama: { width: number; pixelMm: number } | null | undefined) =>
  panorama ? (panorama.pixelMm * panorama.width) / width : null;
