import { copyStudy } from '@snimok/contract/copies';
import { dislikePanorama } from '@snimok/contract/protests';
import { createReport } from '@snimok/contract/reports';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { useRefreshStudies } from '../queries.ts';

export interface CopyWish {
  doctorID: number;
  patientID?: number;
  shouldDuplicatePatient?: boolean;
}

export function useCopyStudy(studyID: number) {
  const refresh = useRefreshStudies();
  return useMutation({
    mutationFn: (body: CopyWish) => call(copyStudy, { params: { studyID }, body }),
    onSuccess: refresh,
  });
}

export const useProtest = (studyID: number) =>
  useMutation({
    mutationFn: (reason: string) => call(dislikePanorama, { params: { studyID }, body: { reason } }),
  });

/** The PDF as a file of this page, for a tab of its own. */
export const askReport = async (studyID: number): Promise<string> => {
  const { report } = await call(createReport, { params: { studyID }, body: { reportFormat: 'pdf' } });
  const bytes = Uint8Array.from(atob(report), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
};
