import type { ReportRequest } from '@snimok/contract/studies/report-requests';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import type { StudyRow } from './study-rows/queries.ts';

type WithReport = Pick<
  StudyRow,
  | 'doctorID'
  | 'reportNumber'
  | 'newestReport'
  | 'reportRequestedAt'
  | 'reportRequester'
  | 'reportQuestion'
  | 'hasReportDraft'
>;
/** A person of a client has another role than an assistant. */
const isOfClient = (requester: WithReport['reportRequester']): boolean =>
  requester !== null && requester.role !== 'assistant';

type Asked = Pick<WithReport, 'reportRequestedAt' | 'reportRequester' | 'reportQuestion'>;

/** The field is absent for most studies. */
const misfiled = ({ newestReport }: WithReport) => newestReport?.misfiled && { reportMisfiled: true };

export const presentReportFacts = ({ reportNumber, newestReport }: WithReport) => ({
  reportNumber,
  reportSignedAt: newestReport ? new Date(newestReport.at).toISOString() : null,
});

export const presentRequest = ({
  reportRequestedAt,
  reportRequester,
  reportQuestion,
}: Asked): z.input<typeof ReportRequest> | null =>
  reportRequestedAt && {
    requestedAt: reportRequestedAt.toISOString(),
    byName: reportRequester?.name ?? null,
    byClient: isOfClient(reportRequester),
    question: reportQuestion,
  };

export const presentReportToAssistant = (study: WithReport) => ({
  reportRequestedAt: study.reportRequestedAt?.toISOString() ?? null,
  reportRequest: presentRequest(study),
  ...misfiled(study),
});

/** Whether the present client of the study has asked for the report. */
export const isAskedByOwner = ({ doctorID, reportRequester }: WithReport): boolean =>
  isOfClient(reportRequester) && reportRequester?.client === doctorID;

/** A client does not see what the centre asks its own authors, nor what another client asked before the study moved. */
const requestForClients = (study: WithReport) => {
  const request = presentRequest(study);
  return request && (isAskedByOwner(study) ? request : { ...request, byName: null, question: '' });
};

export const presentReportToDoctor = (who: Actor, study: WithReport) => {
  if (!may(who, 'study-report.read')) return { reportNumber: null, reportSignedAt: null };
  const asks = may(who, 'study-report.ask', study);
  const isRequested = study.reportRequestedAt !== null;
  return {
    ...(study.newestReport?.misfiled
      ? { reportNumber: null, reportSignedAt: null }
      : presentReportFacts(study)),
    ...misfiled(study),
    reportRequest: requestForClients(study),
    canRequestReport: asks && !isRequested && study.reportNumber === null,
    canWithdrawReportRequest: asks && isRequested && isAskedByOwner(study) && !study.hasReportDraft,
  };
};
