import { useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { startDownload } from '../../../shared/calls/start-download.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { studyDay } from '../../platform/lists/study-names.ts';
import {
  datesOf,
  requestDownload,
  requestPicture,
  requestViewer,
  type ShareCredentials,
  type SharedStudy,
} from './calls.ts';
import { saveBlob } from './use-picture.ts';

export interface SharedStudyProps {
  study: SharedStudy;
  credentials: ShareCredentials;
  /** returns true if the refusal replaces the whole page */
  onRefused: (reason: unknown) => boolean;
}

type Action = 'download' | 'view' | 'picture';

interface StudyActionsOptions extends SharedStudyProps {
  /** by default, the page of the viewer */
  view?: () => Promise<void>;
}

/** What a recipient does with the study; `pending` is the action that runs. */
export function useStudyActions({
  study,
  credentials,
  onRefused,
  view = async () => location.assign((await requestViewer(credentials)).remoteSessionURL),
}: StudyActionsOptions) {
  const [pending, setPending] = useState<Action>();
  const [failure, setFailure] = useState<string>();
  const runSingle = useSingleFlight();
  const run = (action: Action, request: () => Promise<void>) => () =>
    runSingle(async () => {
      setPending(action);
      setFailure(undefined);
      await request().catch((reason) => {
        if (!onRefused(reason)) setFailure(explain(reason));
      });
      setPending(undefined);
    });
  return {
    pending,
    failure,
    onView: run('view', view),
    onDownload: run('download', async () => startDownload((await requestDownload(credentials)).presignedURL)),
    onSavePicture: run('picture', async () =>
      saveBlob(await requestPicture(credentials, true), `Снимок ${studyDay(datesOf(study))}.jpg`),
    ),
  };
}
