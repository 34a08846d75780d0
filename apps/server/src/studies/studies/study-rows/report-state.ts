import { expressionBuilder, sql } from 'kysely';
import { jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Tx } from '../../../platform/db/client.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { publish } from '../../../platform/realtime/publish.ts';

const SIGNED_FOR = sql`(study_reports.signed_for->>'name', study_reports.signed_for->>'birthday', study_reports.signed_for->>'sex')`;

/** A report in `study_reports` names another patient than the row `card` of `patients`. False if it is not known for whom it was signed. */
export const differsFromCard = sql<boolean>`(study_reports.signed_for is not null
  and ${SIGNED_FOR} is distinct from (card.name, to_char(card.birthday, 'YYYY-MM-DD'), card.sex))`;

/**
 * The report differs as above, and was signed for another card that was not merged into this one. It therefore names
 * another person, and not the same person by an earlier or corrected name.
 */
export const isMisfiled = sql<boolean>`(${differsFromCard}
  and kept_patient((study_reports.signed_for->>'id')::bigint) <> card.id)`;

/** The time and the state of a study's newest report; null without one. The keys are single words, as all in JSON. */
export const newestReport = () =>
  jsonObjectFrom(
    expressionBuilder<Database, 'studies'>()
      .selectFrom('studyReports')
      .innerJoin('patients as card', (join) => join.onRef('card.id', '=', 'studies.patientID'))
      .select(['studyReports.signedAt as at', isMisfiled.as('misfiled')])
      .whereRef('studyReports.studyID', '=', 'studies.id')
      .whereRef('studyReports.number', '=', 'studies.reportNumber'),
  );

/** Who asked for a report; `client` is the client to which a person of a client belongs. */
export const requesterOfReport = () =>
  jsonObjectFrom(
    expressionBuilder<Database, 'studies'>()
      .selectFrom('accounts as requester')
      .select(['requester.id', 'requester.name', 'requester.role'])
      .select(({ fn }) => fn.coalesce('requester.clientID', 'requester.id').as('client'))
      .whereRef('requester.id', '=', 'studies.reportRequestedBy'),
  );

export const hasReportDraft = () => {
  const study = expressionBuilder<Database, 'studies'>();
  return study.exists(
    study
      .selectFrom('reportDrafts')
      .select('reportDrafts.studyID')
      .whereRef('reportDrafts.studyID', '=', 'studies.id'),
  );
};

export const publishReportChange = (tx: Tx, studyID: number): Promise<void> =>
  publish(tx, ['assistants'], { type: 'report_changed', data: { studyID } });

interface Request {
  at: Date;
  by: number;
  question: string;
}

export interface RequestColumns {
  reportRequestedAt: Date | null;
  reportRequestedBy: number | null;
  reportQuestion: string;
}

const NO_REQUEST: RequestColumns = { reportRequestedAt: null, reportRequestedBy: null, reportQuestion: '' };

/** The columns of a request for a report; null for none. */
export const requestColumns = (request: Request | null): RequestColumns =>
  request
    ? { reportRequestedAt: request.at, reportRequestedBy: request.by, reportQuestion: request.question }
    : NO_REQUEST;

/**
 * Records since when a report is wanted, by whom and with which question; null records that none is wanted. False if
 * nothing changed.
 */
export const updateReportRequest = async (
  tx: Tx,
  studyID: number,
  request: Request | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('studies')
    .set(requestColumns(request))
    .where('id', '=', studyID)
    // a repeated request keeps the first
    .where('reportRequestedAt', request ? 'is' : 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Records that the study has a signed report, and that no report is requested any more. */
export const updateReportNumber = async (tx: Tx, studyID: number, reportNumber: number): Promise<void> => {
  await tx
    .updateTable('studies')
    .set({ reportNumber, ...NO_REQUEST })
    .where('id', '=', studyID)
    .execute();
};

/**
 * Requests the corrections of reports which name another patient since their studies were moved; returns the ids of those studies.
 * The rows are locked.
 */
export const requestCorrections = async (
  tx: Tx,
  studyIDs: readonly number[],
  { by, at }: Pick<Request, 'by' | 'at'>,
): Promise<number[]> => {
  const rows = await tx
    .updateTable('studies')
    .from('studyReports')
    .innerJoin('patients as card', (join) => join.onTrue())
    .set(requestColumns({ by, at, question: '' }))
    .where(sql<boolean>`studies.id = any(${studyIDs}::bigint[])`)
    .where('studies.reportRequestedAt', 'is', null)
    .whereRef('studyReports.studyID', '=', 'studies.id')
    .whereRef('studyReports.number', '=', 'studies.reportNumber')
    .whereRef('card.id', '=', 'studies.patientID')
    .where(isMisfiled)
    .returning('studies.id')
    .execute();
  return rows.map(({ id }) => id);
};

/** Takes back what `requestCorrections` did at that time, unless another request has followed. */
export const withdrawCorrections = async (tx: Tx, studyIDs: readonly number[], at: Date): Promise<void> => {
  await tx
    .updateTable('studies')
    .set(NO_REQUEST)
    .where(sql<boolean>`id = any(${studyIDs}::bigint[])`)
    .where('reportRequestedAt', '=', at)
    .execute();
};
