import {
  deleteStudy,
  restoreOwnStudy,
  restoreStudy,
  undeleteStudy,
} from '@snimok/contract/studies/lifecycle';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { forgetUpload } from '../uploads/send/uploads.ts';
import { useRefreshStudies } from '../studies/queries.ts';

export const requestRestore = (studyID: number) => call(restoreStudy, { params: { studyID } });

export const requestOwnRestore = (patientID: number, studyID: number) =>
  call(restoreOwnStudy, { params: { patientID, studyID } });

/** Refreshes after a failure too, because another user may have restored the study meanwhile. */
export const useRestore = (restore: () => Promise<unknown>) =>
  useMutation({ mutationFn: restore, onSettled: useRefreshStudies() });

export function useDeleteStudy(studyID: number) {
  const refresh = useRefreshStudies();
  return useMutation({
    mutationFn: async () => {
      await call(deleteStudy, { params: { studyID } });
      forgetUpload(studyID);
      await refresh();
    },
  });
}

export function useUndeleteStudies() {
  const refresh = useRefreshStudies();
  return async (studyID: number) => {
    await call(undeleteStudy, { params: { studyID } });
    await refresh();
  };
}
