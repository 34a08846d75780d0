import {
  createExamination,
  type Examination,
  listExaminations,
  listOfferedExaminations,
  MAX_EXAMINATIONS,
  orderExaminations,
  updateExamination,
} from '@snimok/contract/reception/examinations';
import type { z } from 'zod';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict } from '../../platform/errors/errors.ts';
import type { Routes } from '../../platform/http/server.ts';
import {
  type ExaminationRow,
  insertExamination,
  listExaminationRows,
  lockExaminations,
  updateExaminationFacts,
  updatePlace,
} from './examination-queries.ts';
import { sentences } from './sentences.ts';

const present = ({ id, name, studyType, preparation }: ExaminationRow) => ({
  examinationID: id,
  name,
  studyType: studyType as z.infer<typeof Examination>['studyType'],
  preparation,
});

/** The list of examinations that clients request, which the centre edits. */
export const examinationRoutes = (app: Routes, { db }: Context): void => {
  app.route({
    ...listOfferedExaminations,
    handler: async ({ actor }) => {
      authorize(actor, 'referral.send');
      return { examinations: (await listExaminationRows(db, { onlyActive: true })).map(present) };
    },
  });

  app.route({
    ...listExaminations,
    handler: async () => {
      const rows = await listExaminationRows(db, { onlyActive: false });
      return {
        examinations: rows.map((row) => ({ ...present(row), active: row.active, version: row.version })),
      };
    },
  });

  app.route({
    ...createExamination,
    handler: async (request, reply) => {
      authorize(request.actor, 'examination.manage');
      const examinationID = await db.transaction().execute(async (tx) => {
        await lockExaminations(tx);
        if ((await listExaminationRows(tx, { onlyActive: false })).length >= MAX_EXAMINATIONS)
          throw conflict(sentences.tooManyExaminations);
        const id = await insertExamination(tx, request.body);
        await record(tx, initiatorOf(request), {
          action: 'examination.change',
          details: { examinationID: id },
        });
        return id;
      });
      return reply.code(201).send({ examinationID });
    },
  });

  app.route({
    ...updateExamination,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'examination.manage');
      await db.transaction().execute(async (tx) => {
        await updateExaminationFacts(tx, params.examinationID, body);
        await record(tx, initiatorOf(request), { action: 'examination.change', details: params });
      });
      return reply.code(204).send();
    },
  });

  app.route({
    ...orderExaminations,
    handler: async (request, reply) => {
      authorize(request.actor, 'examination.manage');
      const { examinationIDs } = request.body;
      await db.transaction().execute(async (tx) => {
        await lockExaminations(tx);
        const listed = await listExaminationRows(tx, { onlyActive: false });
        const isSameList =
          listed.length === new Set(examinationIDs).size &&
          listed.every(({ id }) => examinationIDs.includes(id));
        if (!isSameList) throw conflict(sentences.listChanged);
        for (const [at, id] of examinationIDs.entries()) await updatePlace(tx, id, at + 1);
        await record(tx, initiatorOf(request), { action: 'examination.change' });
      });
      return reply.code(204).send();
    },
  });
};
