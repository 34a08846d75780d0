import { useCallback, useSyncExternalStore } from 'react';
import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { subscribeToUploads, uploadOf } from './running-uploads.ts';

/** The state of the study's upload in this tab; undefined when there is none. */
export function useUpload(studyID: number): UploadSnapshot | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      let unsubscribe = uploadOf(studyID)?.subscribe(listener);
      const unsubscribeFromUploads = subscribeToUploads(() => {
        unsubscribe?.();
        unsubscribe = uploadOf(studyID)?.subscribe(listener);
        listener();
      });
      return () => {
        unsubscribe?.();
        unsubscribeFromUploads();
      };
    },
    [studyID],
  );
  return useSyncExternalStore(subscribe, () => uploadOf(studyID)?.snapshot);
}
