import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.ts';
import { visibleStudies } from '../../../platform/access/visible.ts';
import type { PatientRow } from '../../../people/patients/queries.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { notFound } from '../../../platform/errors/errors.ts';
import { EXAMINED_COLUMNS } from '../../../studies/studies/study-rows/examined-at.ts';
import { reportSentences } from './sentences.ts';
import {
  differsFromCard,
  isMisfiled,
  newestReport,
  requesterOfReport,
} from '../../../studies/studies/study-rows/report-state.ts';
import { inState } from '../../../studies/studies/study-rows/study-state.ts';
import type { ReportContent } from './content.ts';

/** Reports of a study, joined with the card on which the study is now. */
const selectReports = (db: Tx, studyID: number) =>
  db
    .selectFrom('studyReports')
    .innerJoin('studies', 'studies.id', 'studyReports.studyID')
    .innerJoin('patients as card', 'card.id', 'studies.patientID')
    .where('studyReports.studyID', '=', studyID);

const factColumns = [
  'studyReports.reportUUID',
  'studyReports.number',
  'studyReports.authorID',
  'studyReports.authorName',
  'studyReports.signedAt',
  'studyReports.reason',
  isMisfiled.as('misfiled'),
] as const;

/** All reports of a study without their contents, the newest first. */
export const listReportFacts = (db: Tx, studyID: number) =>
  selectReports(db, studyID).select(factColumns).orderBy('studyReports.number', 'desc').execute();

export type ReportFacts = Awaited<ReturnType<typeof listReportFacts>>[number];

const selectContents = (db: Tx, studyID: number) =>
  selectReports(db, studyID).select([
    ...factColumns,
    'studyReports.content',
    'card.name as cardName',
    differsFromCard.as('differs'),
  ]);

const withContent = <Row extends { content: unknown }>(row: Row) => ({
  ...row,
  content: row.content as ReportContent,
});

export const findNewestReport = async (db: Tx, studyID: number) => {
  const row = await selectContents(db, studyID)
    .orderBy('studyReports.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && withContent(row);
};

export const findReport = async (db: Tx, studyID: number, number: number) =>
  withContent(
    await selectContents(db, studyID)
      .where('studyReports.number', '=', number)
      .executeTakeFirstOrThrow(() => notFound(reportSentences.noReport)),
  );

export type ReportRow = Awaited<ReturnType<typeof findReport>>;

export const findDocument = (db: Tx, studyID: number, number: number) =>
  selectReports(db, studyID)
    .select(['studyReports.reportUUID', 'studyReports.document', isMisfiled.as('misfiled')])
    .where('studyReports.number', '=', number)
    .executeTakeFirstOrThrow(() => notFound(reportSentences.noReport));

export const findReportByUUID = (db: Tx, reportUUID: string) =>
  db
    .selectFrom('studyReports')
    .select(['studyID', 'number', 'authorID'])
    .where('reportUUID', '=', reportUUID)
    .executeTakeFirst();

interface NewReport {
  reportUUID: string;
  studyID: number;
  number: number;
  authorID: number;
  authorName: string;
  signedAt: Date;
  reason: string;
  content: ReportContent;
  signedFor: Pick<PatientRow, 'id' | 'name' | 'birthday' | 'sex'>;
  document: Buffer;
}

export const insertReport = async (tx: Tx, { content, signedFor, ...report }: NewReport): Promise<void> => {
  const { id, name, birthday, sex } = signedFor;
  await tx
    .insertInto('studyReports')
    .values({
      ...report,
      content: JSON.stringify(content),
      signedFor: JSON.stringify({ id, name, birthday, sex }),
    })
    .execute();
};

/** False if the person has read the report before. */
export const insertReading = async (
  tx: Tx,
  reading: { reportUUID: string; accountID: number; readAt: Date },
): Promise<boolean> => {
  const row = await tx
    .insertInto('reportReadings')
    .values(reading)
    .onConflict((existing) => existing.doNothing())
    .returning('readAt')
    .executeTakeFirst();
  return row !== undefined;
};

export const wasRead = async (db: Tx, reportUUID: string, accountID: number): Promise<boolean> => {
  const row = await db
    .selectFrom('reportReadings')
    .select('readAt')
    .where('reportUUID', '=', reportUUID)
    .where('accountID', '=', accountID)
    .executeTakeFirst();
  return row !== undefined;
};

/** The people of clients who have read the reports of a study, in the order of their first reading. */
export const listReadings = (db: Tx, studyID: number) =>
  db
    .selectFrom('reportReadings')
    .innerJoin('studyReports', 'studyReports.reportUUID', 'reportReadings.reportUUID')
    .innerJoin('accounts', 'accounts.id', 'reportReadings.accountID')
    .select(['studyReports.number', 'accounts.name', 'reportReadings.readAt'])
    .where('studyReports.studyID', '=', studyID)
    .orderBy('reportReadings.readAt')
    .orderBy('reportReadings.accountID')
    .execute();

type ListState = 'waiting' | 'signed';

/** `waiting`: the report was requested or begun. The query is a union, because with `or` PostgreSQL would read all studies. */
const isListed: Record<ListState, RawBuilder<boolean>> = {
  waiting: sql<boolean>`studies.id in (
    select id from studies where report_requested_at is not null union select study_id from report_drafts)`,
  signed: sql<boolean>`studies.report_number is not null`,
};

export const countListed = async (db: Tx, who: Actor, state: ListState): Promise<number> => {
  const { total } = await db
    .selectFrom('studies')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(isListed[state])
    .where(visibleStudies(who))
    .executeTakeFirstOrThrow();
  return total;
};

const selectListed = (db: Tx, who: Actor, state: ListState) =>
  db
    .selectFrom('studies')
    .leftJoin('reportDrafts', 'reportDrafts.studyID', 'studies.id')
    .leftJoin('accounts as editor', 'editor.id', 'reportDrafts.changedBy')
    .leftJoin('studyReports', (join) =>
      join
        .onRef('studyReports.studyID', '=', 'studies.id')
        .onRef('studyReports.number', '=', 'studies.reportNumber'),
    )
    .select([
      'studies.id',
      'studies.patientID',
      'studies.doctorID',
      'studies.patientName',
      'studies.doctorName',
      'studies.type',
      'studies.status',
      'studies.createdAt',
      ...EXAMINED_COLUMNS,
      'studies.reportRequestedAt',
      'studies.reportQuestion',
      'editor.name as editorName',
      'reportDrafts.changedAt as draftChangedAt',
      'studyReports.number',
      'studyReports.authorName',
      'studyReports.signedAt',
    ])
    .select((study) => [
      requesterOfReport().as('reportRequester'),
      newestReport().as('newestReport'),
      study
        .selectFrom('reportReadings')
        .select(({ fn }) => fn.min('reportReadings.readAt').as('readAt'))
        .whereRef('reportReadings.reportUUID', '=', 'studyReports.reportUUID')
        .as('readAt'),
    ])
    .where(isListed[state])
    .where(visibleStudies(who));

export type ListedStudy = Awaited<ReturnType<typeof listWaiting>>[number];

const isPublished = () => inState('available', 'archived');

/** Studies whose report was requested or begun: published studies first, then by the time of the request. */
export const listWaiting = (db: Tx, who: Actor, offset: number, limit: number) =>
  selectListed(db, who, 'waiting')
    .orderBy((study) => study.not(isPublished()))
    .orderBy((study) => study.fn.coalesce('studies.reportRequestedAt', 'studies.createdAt'))
    .orderBy('studies.id')
    .offset(offset)
    .limit(limit)
    .execute();

/** Studies with a signed report, the newest report first. */
export const listSigned = (db: Tx, who: Actor, offset: number, limit: number) =>
  selectListed(db, who, 'signed')
    // turns the left join into an inner one, so that the index of reports by date gives the order
    .where('studyReports.signedAt', 'is not', null)
    .orderBy('studyReports.signedAt', 'desc')
    .orderBy('studies.id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

/** Published studies whose report was requested. */
export const countWaiting = async (db: Tx, who: Actor): Promise<number> => {
  const { waiting } = await db
    .selectFrom('studies')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('reportRequestedAt', 'is not', null)
    .where(isPublished())
    .where(visibleStudies(who))
    .executeTakeFirstOrThrow();
  return waiting;
};
