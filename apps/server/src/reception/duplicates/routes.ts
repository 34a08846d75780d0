import { dismissDuplicate, listDuplicates, listDuplicatesOf } from '@snimok/contract/reception/duplicates';
import { PAGE_SIZE, type Sex } from '@snimok/contract/values/fields';
import type { z } from 'zod';
import { findPatient } from '../../people/patients/queries.ts';
import { type Actor, accountOf } from '../../platform/access/actor.ts';
import { authorize } from '../../platform/access/rules.ts';
import { initiatorOf, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Routes } from '../../platform/http/server.ts';
import { type CardRow, insertDistinct, listCandidatePairs, listCandidates, listCards } from './queries.ts';
import { comparable, similarityOf } from './similarity.ts';

const SUGGESTED = 10;

/** Suggestions of cards that may belong to the same person. */
export const duplicateRoutes = (app: Routes, context: Context): void => {
  const { db, clock } = context;

  app.route({
    ...listDuplicatesOf,
    handler: async ({ actor, params }) => ({ duplicates: await findDuplicates(db, actor, params.patientID) }),
  });

  app.route({
    ...listDuplicates,
    handler: async ({ actor, query: { offset } }) => {
      authorize(actor, 'patient.reassign');
      const pairs = (await listCandidatePairs(db)).flatMap(({ one, other, cards }) => {
        const by = similarityOf(...cards);
        return by.length > 0 ? [{ ids: [one, other] as const, by }] : [];
      });
      const page = pairs.slice(offset, offset + PAGE_SIZE);
      const rows = await listCards(db, actor, [...new Set(page.flatMap(({ ids }) => ids))]);
      const cards = new Map(rows.map((row) => [row.id, present(row)]));
      return {
        pairs: page.flatMap(({ ids: [one, other], by }) => {
          const first = cards.get(one);
          const second = cards.get(other);
          return first && second ? [{ patients: [first, second] as [typeof first, typeof second], by }] : [];
        }),
        currentOffset: offset,
        totalCount: pairs.length,
      };
    },
  });

  app.route({
    ...dismissDuplicate,
    handler: async (request, reply) => {
      const { actor, params, body } = request;
      authorize(actor, 'patient.reassign');
      await db.transaction().execute(async (tx) => {
        const one = await findPatient(tx, actor, params.patientID);
        const other = await findPatient(tx, actor, body.otherID);
        if (one.id === other.id) return;
        const by = { creatorID: accountOf(actor), createdAt: clock.now() };
        if (!(await insertDistinct(tx, [one.id, other.id], by))) return;
        for (const [card, different] of [
          [one, other],
          [other, one],
        ] as const)
          await record(tx, initiatorOf(request), {
            action: 'patient.distinguish',
            patientID: card.id,
            doctorID: card.doctorID,
            details: { otherPatientID: different.id },
          });
      });
      return reply.code(204).send();
    },
  });
};

const findDuplicates = async (db: Tx, actor: Actor, patientID: number) => {
  const patient = await findPatient(db, actor, patientID);
  const rows = await listCards(db, actor, await listCandidates(db, actor, patient));
  return rows
    .map((row) => ({ ...present(row), by: similarityOf(comparable(patient), comparable(row)) }))
    .filter(({ by }) => by.length > 0)
    .toSorted(
      (one, other) =>
        Number(other.doctorID === patient.doctorID) - Number(one.doctorID === patient.doctorID) ||
        other.by.length - one.by.length ||
        other.patientID - one.patientID,
    )
    .slice(0, SUGGESTED);
};

const present = (row: CardRow) => ({
  patientID: row.id,
  doctorID: row.doctorID,
  doctorName: row.doctorName,
  name: row.name,
  sex: row.sex as z.infer<typeof Sex>,
  birthday: row.birthday,
  phone: row.phone,
  studiesCount: row.studiesCount,
  lastStudyCreatedAt: row.lastStudyCreatedAt?.toISOString() ?? null,
});
