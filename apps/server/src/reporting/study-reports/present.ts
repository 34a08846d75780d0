import type { ReportRow as ListedReport } from '@snimok/contract/reporting/study-reports';
import type { z } from 'zod';
import { presentRequest } from '../../studies/studies/present-report.ts';
import type { StudyRow } from '../../studies/studies/study-rows/queries.ts';
import { presentExaminedAt } from '../../studies/studies/study-rows/examined-at.ts';
import { sectionsOf } from './report-rows/content.ts';
import type { Draft } from './report-rows/draft-queries.ts';
import type { ListedStudy, ReportFacts, ReportRow } from './report-rows/report-queries.ts';

const presentFacts = (
  {
    number,
    authorName,
    signedAt,
    reason,
  }: Pick<ReportFacts, 'number' | 'authorName' | 'signedAt' | 'reason'>,
  newest: number,
) => ({
  number,
  authorName,
  reason,
  signedAt: signedAt.toISOString(),
  replacedBy: number < newest ? number + 1 : null,
});

const presentVersions = (reports: readonly ReportFacts[]) =>
  reports.map((report) => presentFacts(report, reports[0]?.number ?? report.number));

interface Reading {
  number: number;
  name: string;
  readAt: Date;
}

export const presentWithReadings = (reports: readonly ReportFacts[], readings: readonly Reading[]) =>
  presentVersions(reports).map((report) => ({
    ...report,
    readings: readings
      .filter(({ number }) => number === report.number)
      .map(({ name, readAt }) => ({ name, readAt: readAt.toISOString() })),
  }));

export const presentReport = (study: StudyRow, report: ReportRow, versions: readonly ReportFacts[]) => {
  const { templateName, findings, pictures, measurements, conclusion, patientName } = report.content;
  return {
    ...presentFacts(report, versions[0]?.number ?? report.number),
    studyID: study.id,
    studyType: study.type,
    studyCreatedAt: study.createdAt.toISOString(),
    examinedAt: presentExaminedAt(study),
    patientName,
    templateName,
    findings,
    measurements,
    conclusion,
    // a report of an earlier version stores only the patient's name
    ...((report.differs || report.cardName !== patientName) && { cardName: report.cardName }),
    ...(report.misfiled && { misfiled: true }),
    sections: sectionsOf(report.content),
    pictures: pictures.map(({ picture, caption }) => ({ picture, caption })),
    versions: presentVersions(versions),
  };
};

export const presentDraftState = (draft: Pick<Draft, 'changedByName' | 'changedAt'> | undefined) =>
  draft ? { changedByName: draft.changedByName, changedAt: draft.changedAt.toISOString() } : null;

export const presentListed = (row: ListedStudy): z.input<typeof ListedReport> => {
  const { editorName, draftChangedAt, number, authorName, signedAt, readAt } = row;
  return {
    studyID: row.id,
    patientID: row.patientID,
    doctorID: row.doctorID,
    patientName: row.patientName,
    doctorName: row.doctorName,
    studyType: row.type,
    studyStatus: row.status as z.input<typeof ListedReport>['studyStatus'],
    studyCreatedAt: row.createdAt.toISOString(),
    examinedAt: presentExaminedAt(row),
    requestedAt: row.reportRequestedAt?.toISOString() ?? null,
    request: presentRequest(row),
    draft:
      editorName !== null && draftChangedAt
        ? { changedByName: editorName, changedAt: draftChangedAt.toISOString() }
        : null,
    signed:
      number !== null && authorName !== null && signedAt
        ? {
            number,
            authorName,
            signedAt: signedAt.toISOString(),
            readAt: readAt?.toISOString() ?? null,
            ...(row.newestReport?.misfiled && { misfiled: true }),
          }
        : null,
  };
};
