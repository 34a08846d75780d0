import type { Tx } from '../../platform/db/client.ts';

const events = (db: Tx) =>
  db
    .selectFrom('auditEvents')
    .leftJoin('accounts as actor', 'actor.id', 'auditEvents.actorID')
    .select([
      'auditEvents.id',
      'auditEvents.at',
      'auditEvents.actorKind',
      'auditEvents.action',
      'auditEvents.studyID',
      'auditEvents.address',
      'auditEvents.details',
      'actor.name as actorName',
    ]);

export type EventRow = Awaited<ReturnType<typeof listPatientEvents>>['rows'][number];

/** Audit events of a patient and her studies, newest first. */
export const listPatientEvents = async (db: Tx, patientID: number, offset: number, limit: number) => {
  const [rows, { total }] = await Promise.all([
    events(db)
      .where('auditEvents.patientID', '=', patientID)
      .orderBy('auditEvents.id', 'desc')
      .offset(offset)
      .limit(limit)
      .execute(),
    db
      .selectFrom('auditEvents')
      .select((event) => event.fn.countAll<number>().as('total'))
      .where('patientID', '=', patientID)
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, totalCount: total };
};
