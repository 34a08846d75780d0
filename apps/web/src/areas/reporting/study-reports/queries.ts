import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  discardReportDraft,
  getReportDraft,
  listReportSources,
  saveReportDraft,
  signReport,
  startReport,
  startReportPasskey,
} from '@snimok/contract/reporting/report-drafts';
import { requestOwnReport, requestReport } from '@snimok/contract/studies/report-requests';
import {
  createReportTemplate,
  deleteReportTemplate,
  listReportTemplates,
  updateReportTemplate,
} from '@snimok/contract/reporting/report-templates';
import {
  countReports,
  getOwnReport,
  getReport,
  getReportState,
  listReports,
} from '@snimok/contract/reporting/study-reports';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { unlessLive } from '../../../shared/realtime/events.ts';
import { fromOffset } from '../../../shared/lists/paging.tsx';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type ReportDraft = ResponseOf<typeof getReportDraft>;
export type SignedReport = ResponseOf<typeof getReport>;
export type ReportTemplate = ResponseOf<typeof listReportTemplates>['templates'][number];
export type TemplateFacts = BodyOf<typeof createReportTemplate>;
export type ListedReport = ResponseOf<typeof listReports>['reports'][number];
export type Sources = ResponseOf<typeof listReportSources>;
export type Signature = BodyOf<typeof signReport>;

/** The draft as a PDF, which the browser shows in a tab. */
export const previewURL = (studyID: number) => `/api/1/assistant/studies/${studyID}/reports/draft/document`;

const POLL_MS = 10_000;
const COUNT_POLL_MS = 60_000;

export const reportsQuery = (state: 'waiting' | 'signed', offset: number) =>
  queryOptions({
    queryKey: ['reports', 'list', state, offset],
    queryFn: () => call(listReports, { query: { state, ...fromOffset(offset) } }),
  });

export const waitingReportsQuery = queryOptions({
  queryKey: ['reports', 'waiting'],
  queryFn: () => call(countReports),
  refetchInterval: COUNT_POLL_MS,
});

export const templatesQuery = queryOptions({
  queryKey: ['reports', 'templates'],
  queryFn: () => call(listReportTemplates),
});

export const reportStateQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['reports', studyID, 'state'],
    queryFn: () => call(getReportState, { params: { studyID } }),
  });

/** Polled without realtime events, because a colleague may change the same draft. */
export const draftQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['reports', studyID, 'draft'],
    queryFn: () => call(getReportDraft, { params: { studyID } }),
    refetchInterval: unlessLive(POLL_MS),
    staleTime: 0,
  });

export const sourcesQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['reports', studyID, 'sources'],
    queryFn: () => call(listReportSources, { params: { studyID } }),
    staleTime: 0,
  });

export const reportQuery = (studyID: number, number: number) =>
  queryOptions({
    queryKey: ['reports', studyID, 'signed', number],
    queryFn: () => call(getReport, { params: { studyID, number } }),
  });

export const ownReportQuery = (patientID: number, studyID: number, number: number) =>
  queryOptions({
    queryKey: ['reports', studyID, 'own', { patientID, number }],
    queryFn: () => call(getOwnReport, { params: { patientID, studyID, number } }),
  });

export const sendChanges = (studyID: number, body: BodyOf<typeof saveReportDraft>) =>
  call(saveReportDraft, { params: { studyID }, body });

export const requestSigningPasskey = (studyID: number) => call(startReportPasskey, { params: { studyID } });

/** Refreshes the studies too, because reports appear on their cards. */
const useReportMutation = <Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn, onSuccess: useRefresh(['reports'], ['studies']) });

export const useStartReport = (studyID: number) =>
  useReportMutation((templateID: number | null) =>
    call(startReport, { params: { studyID }, body: { templateID } }),
  );

export const useRequestReport = (studyID: number) =>
  useReportMutation((requested: boolean) =>
    call(requestReport, { params: { studyID }, body: { requested } }),
  );

export const useRequestOwnReport = ({ patientID, studyID }: { patientID: number; studyID: number }) =>
  useReportMutation((body: BodyOf<typeof requestOwnReport>) =>
    call(requestOwnReport, { params: { patientID, studyID }, body }),
  );

export const draftEndKey = (studyID: number) => ['reports', studyID, 'end'];

/** After success the draft is gone and its page is left; a failure may mean that a colleague has changed it. */
function useDraftEnd<Input, Answer>(studyID: number, mutationFn: (input: Input) => Promise<Answer>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: draftEndKey(studyID),
    mutationFn,
    onSuccess: () => {
      for (const part of ['state', 'signed', 'own'])
        void client.invalidateQueries({ queryKey: ['reports', studyID, part] });
      for (const queryKey of [['reports', 'list'], ['reports', 'waiting'], ['studies']])
        void client.invalidateQueries({ queryKey });
    },
    onError: () => void client.invalidateQueries({ queryKey: ['reports', studyID, 'draft'] }),
  });
}

export const useSignReport = (studyID: number) =>
  useDraftEnd(studyID, (body: Signature) => call(signReport, { params: { studyID }, body }));

export const useDiscardReport = (studyID: number) =>
  useDraftEnd(studyID, ({ version, draftUUID }: { version: number; draftUUID: string | undefined }) =>
    call(discardReportDraft, {
      params: { studyID },
      query: { version: String(version), ...(draftUUID && { draftUUID }) },
    }),
  );

export const useCreateTemplate = () =>
  useReportMutation((body: TemplateFacts) => call(createReportTemplate, { body }));

export const useUpdateTemplate = ({ templateID, version }: ReportTemplate) =>
  useReportMutation((facts: TemplateFacts) =>
    call(updateReportTemplate, { params: { templateID }, body: { ...facts, version } }),
  );

export const useDeleteTemplate = () =>
  useReportMutation(({ templateID }: ReportTemplate) =>
    call(deleteReportTemplate, { params: { templateID } }),
  );
