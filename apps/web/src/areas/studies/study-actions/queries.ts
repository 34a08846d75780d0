import { copyStudy } from '@snimok/contract/studies/copies';
import { findArchAgain, getPanorama, resolveProtest } from '@snimok/contract/studies/panorama';
import { protestPanorama } from '@snimok/contract/viewing/protests';
import { createReport } from '@snimok/contract/reporting/printed-copies';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { useRefreshStudies } from '../studies/queries.ts';

/** The polling interval; making a panorama takes some seconds. */
const POLL_MS = 2000;

export interface CopyRequest {
  doctorID: number;
  patientID?: number;
  shouldDuplicatePatient?: boolean;
}

export const useCopyStudy = (studyID: number) =>
  useMutation({
    mutationFn: (body: CopyRequest) => call(copyStudy, { params: { studyID }, body }),
    onSuccess: useRefreshStudies(),
  });

export const useProtest = (studyID: number) =>
  useMutation({
    mutationFn: (reason: string) => call(protestPanorama, { params: { studyID }, body: { reason } }),
    onSuccess: useRefreshStudies(),
  });

/** For a study without a panorama: the reason, and whether one is being made. */
export const panoramaQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['studies', 'panorama', studyID],
    queryFn: () => call(getPanorama, { params: { studyID } }),
    refetchInterval: ({ state }) => state.data?.status === 'making' && POLL_MS,
  });

export function useFindArch(studyID: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(findArchAgain, { params: { studyID } }),
    onSuccess: (panorama) => queryClient.setQueryData(panoramaQuery(studyID).queryKey, panorama),
  });
}

export const useResolveProtest = (studyID: number) =>
  useMutation({
    mutationFn: (protestID: number) => call(resolveProtest, { params: { studyID, protestID } }),
    // after a failure too, because a colleague may have resolved it
    onSettled: useRefreshStudies(),
  });

/** The PDF report as an object URL. */
export const requestReport = async (studyID: number): Promise<string> => {
  const { report } = await call(createReport, { params: { studyID }, body: { reportFormat: 'pdf' } });
  const bytes = Uint8Array.from(atob(report), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
};
