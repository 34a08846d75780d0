import { copyStudy } from '@snimok/contract/copies';
import { findArchAgain, getPanorama, resolveProtest } from '@snimok/contract/panorama';
import { dislikePanorama } from '@snimok/contract/protests';
import { createReport } from '@snimok/contract/reports';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { useRefreshStudies } from '../queries.ts';

/** A panorama takes seconds. */
const LOOK_EVERY_MS = 2000;

export interface CopyRequest {
  doctorID: number;
  patientID?: number;
  shouldDuplicatePatient?: boolean;
}

export function useCopyStudy(studyID: number) {
  const refresh = useRefreshStudies();
  return useMutation({
    mutationFn: (body: CopyRequest) => call(copyStudy, { params: { studyID }, body }),
    onSuccess: refresh,
  });
}

export function useProtest(studyID: number) {
  const refresh = useRefreshStudies();
  return useMutation({
    mutationFn: (reason: string) => call(dislikePanorama, { params: { studyID }, body: { reason } }),
    onSuccess: refresh,
  });
}

/** Asked for where there is no panorama: why, and whether one is on its way. */
export const panoramaQuery = (studyID: number) =>
  queryOptions({
    queryKey: ['studies', 'panorama', studyID],
    queryFn: () => call(getPanorama, { params: { studyID } }),
    refetchInterval: ({ state }) => state.data?.status === 'making' && LOOK_EVERY_MS,
  });

export function useFindArch(studyID: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(findArchAgain, { params: { studyID } }),
    onSuccess: (panorama) => queryClient.setQueryData(panoramaQuery(studyID).queryKey, panorama),
  });
}

export function useResolveProtest(studyID: number) {
  const refresh = useRefreshStudies();
  return useMutation({
    mutationFn: (protestID: number) => call(resolveProtest, { params: { studyID, protestID } }),
    // settled by a colleague, perhaps: either way the card shows what is so now
    onSettled: refresh,
  });
}

/** The PDF as a file of this page, for a tab of its own. */
export const requestReport = async (studyID: number): Promise<string> => {
  const { report } = await call(createReport, { params: { studyID }, body: { reportFormat: 'pdf' } });
  const bytes = Uint8Array.from(atob(report), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
};
