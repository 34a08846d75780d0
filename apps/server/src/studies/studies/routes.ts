import {
  createStudy,
  downloadOwnStudy,
  downloadStudy,
  getCounters,
  getCountersByDay,
  getOwnStudy,
  getStudy,
  getStudyPicture,
  listOwnPatientStudies,
  listPatientStudies,
  listStudies,
  mailStudy,
  type SortField,
  updateStudy,
} from '@snimok/contract/studies';
import { PAGE_SIZE } from '@snimok/contract/words';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { countLetter } from '../../people/accounts/letter-limit.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { originOf, type Routes } from '../../platform/http/server.ts';
import { findLetterAbout, listLettersAbout } from '../../platform/letters/queries.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../platform/sentences.ts';
import { countByDay } from './by-day.ts';
import { createStudyOf } from './create-study.ts';
import { presignDownload } from './download.ts';
import { listStudiesPage } from './list-page.ts';
import { periodOf } from './period.ts';
import { presentStudy, presentToDoctor } from './present.ts';
import {
  findPicture,
  findStudy,
  listPatientStudiesPage,
  readCounters,
  type StudyRow,
  updateStudyComment,
} from './queries.ts';
import { aboutStudy, resendReadyLetter } from './ready-letter.ts';

export const studyRoutes = (app: Routes, context: Context): void => {
  const { db, clock, config, storage, auditBuffer: seen } = context;

  const withLetters = async (rows: StudyRow[]) => {
    const about = rows.map(({ id }) => aboutStudy(id));
    const letters = await listLettersAbout(db, about);
    const now = clock.now();
    return rows.map((study) => presentStudy(study, letters.get(aboutStudy(study.id)), now));
  };

  app.route({
    ...getCounters,
    handler: ({ actor }) => readCounters(db, actor),
  });

  app.route({
    ...getCountersByDay,
    handler: async ({ actor }) => ({ days: await countByDay(context, actor) }),
  });

  app.route({
    ...listStudies,
    handler: async ({ actor, query: { filterPeriod, sortedBy, offset } }) => {
      const [field, direction] = sortedBy.split('.') as [SortField, 'asc' | 'desc'];
      const period = filterPeriod ? periodOf(filterPeriod, config.timeZone) : null;
      const list = { field, direction, period };
      const { rows, totalCount } = await listStudiesPage(db, actor, list, offset, PAGE_SIZE);
      return { studies: await withLetters(rows), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...listPatientStudies,
    handler: async ({ actor, params, query: { offset } }) => {
      const { id } = await findPatient(db, actor, params.patientID);
      const { rows, totalCount } = await listPatientStudiesPage(db, actor, id, offset, PAGE_SIZE);
      return { studies: await withLetters(rows), currentOffset: offset, totalCount };
    },
  });

  app.route({
    ...createStudy,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.create');
      const studyID = await db.transaction().execute((tx) =>
        createStudyOf(tx, initiatorOf(request), {
          who: actor,
          patientID: params.patientID,
          type: body.studyType,
          comment: body.comment,
          creatorID: accountOf(actor),
          createdAt: clock.now(),
        }),
      );
      return reply.code(201).send({ studyID });
    },
  });

  app.route({
    ...getStudy,
    handler: async ({ actor, params }) => {
      const study = await findStudy(db, actor, params.studyID);
      return presentStudy(study, await findLetterAbout(db, aboutStudy(study.id)), clock.now());
    },
  });

  app.route({
    ...mailStudy,
    handler: async ({ actor, params }, reply) => {
      authorize(actor, 'study.edit');
      const study = await findStudy(db, actor, params.studyID);
      await countLetter(context, aboutStudy(study.id));
      await resendReadyLetter(context, study);
      return reply.code(204).send();
    },
  });

  app.route({
    ...updateStudy,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'study.edit');
      await db.transaction().execute(async (tx) => {
        const study = await findStudy(tx, actor, params.studyID);
        await updateStudyComment(tx, study.id, body.comment);
        await record(tx, initiatorOf(request), { action: 'study.comment', ...subjectOf(study) });
        await publishStudyChange(tx, subjectOf(study));
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...downloadStudy,
    handler: async (request) => {
      const { actor, params } = request;
      authorize(actor, 'study.download');
      const study = await findStudy(db, actor, params.studyID);
      seen.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      return presignDownload(context, actor, study, originOf(request));
    },
  });

  app.route({
    ...listOwnPatientStudies,
    handler: async ({ actor, params, query: { offset } }) => {
      const { id } = await findPatient(db, actor, params.patientID);
      const { rows, totalCount } = await listPatientStudiesPage(db, actor, id, offset, PAGE_SIZE);
      return { studies: rows.map(presentToDoctor), currentOffset: offset, totalCount };
    },
  });

  /** A study is addressed through its patient, whose 403 says that access can be requested. */
  const findOwnStudy = async (who: Actor, { patientID, studyID }: { patientID: number; studyID: number }) => {
    const patient = await findPatient(db, who, patientID);
    const study = await findStudy(db, who, studyID);
    if (study.patientID !== patient.id) throw notFound(sentences.noStudy);
    return study;
  };

  app.route({
    ...getOwnStudy,
    handler: async ({ actor, params }) => presentToDoctor(await findOwnStudy(actor, params)),
  });

  app.route({
    ...downloadOwnStudy,
    handler: async (request) => {
      const { actor, params } = request;
      authorize(actor, 'study.download');
      const study = await findOwnStudy(actor, params);
      seen.add(initiatorOf(request), { action: 'study.download', ...subjectOf(study) });
      return presignDownload(context, actor, study, originOf(request));
    },
  });

  app.route({
    ...getStudyPicture,
    handler: async (request, reply) => {
      const { actor, params } = request;
      const { size } = request.query;
      authorize(actor, 'study.see-picture');
      const study = await findStudy(db, actor, params.studyID);
      const picture = study.objectID && (await findPicture(db, study.objectID, size));
      if (!picture) throw notFound(sentences.noPicture);
      // the small one is part of every card; who opens the large one looks at the study
      if (size === 'full') seen.add(initiatorOf(request), { action: 'study.view', ...subjectOf(study) });
      // a session that ends must not leave pictures behind in the cache of a shared PC
      return reply
        .header('cache-control', 'private, no-store')
        .type('image/jpeg')
        .serializer((body: unknown) => body as string)
        .send(await storage.read(picture.key));
    },
  });
};

/** Whose record an event about a study belongs to. */
const subjectOf = ({ id, patientID, doctorID }: { id: number; patientID: number; doctorID: number }) => ({
  studyID: id,
  patientID,
  doctorID,
});
