import { useCallback, useSyncExternalStore } from 'react';
import type { UploadSnapshot } from '@snimok/api-client/upload';
import { subscribeToUploads, uploadOf } from './send/uploads.ts';

/** What the upload of this study shows now; undefined when this page is sending nothing for it. */
export function useUpload(studyID: number): UploadSnapshot | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      let leave = uploadOf(studyID)?.subscribe(listener);
      const leaveAll = subscribeToUploads(() => {
        leave?.();
        leave = uploadOf(studyID)?.subscribe(listener);
        listener();
      });
      return () => {
        leave?.();
        leaveAll();
      };
    },
    [studyID],
  );
  return useSyncExternalStore(subscribe, () => uploadOf(studyID)?.view);
}
