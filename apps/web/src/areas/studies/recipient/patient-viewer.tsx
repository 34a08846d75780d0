import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { type ReactNode, useEffect, useState } from 'react';
import { hasNoResponse } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { prefetch } from '../../../shared/navigation/new-version.ts';
import { studyDay } from '../../platform/lists/study-names.ts';
import { useIdentity } from '../../platform/letterhead/use-identity.ts';
import { readRemoteSession } from '../../viewing/online-viewer/remote-session.ts';
import { useCloseByBack } from '../../viewing/online-viewer/use-close-by-back.ts';
import { datesOf, requestViewer, type ShareCredentials, type SharedStudy } from './calls.ts';

const importViewer = () => import('@snimok/viewer/simple/simple-viewer');
type Viewer = Awaited<ReturnType<typeof importViewer>>['default'];

interface Opened {
  Viewer: Viewer;
  ticket: string;
  study: Parameters<Viewer>[0]['study'];
  /** the URL of the whole viewer */
  fullURL: string;
}

interface PatientViewerOptions {
  study: SharedStudy;
  credentials: ShareCredentials;
  /** URL of the picture in this page; undefined until it has loaded, null if there is none */
  picture: string | null | undefined;
  /** requests a session and opens it, with the states and failures of the page's button */
  onReopen: () => void;
}

interface PatientViewer {
  /** Throws the refusal of the server. */
  open: () => Promise<void>;
  /** the open viewer, over the page */
  dialog: ReactNode;
}

/** The viewer of patients over the page of their link. */
export function usePatientViewer(options: PatientViewerOptions): PatientViewer {
  const { study, credentials, picture, onReopen } = options;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  useCloseByBack(opened !== undefined, close);
  usePrefetch(picture !== undefined);
  const open = async () => {
    const [answer, { default: Viewer }] = await Promise.all([requestViewer(credentials), importViewer()]);
    const session = readRemoteSession(answer);
    // the centre's own program, or another viewer
    if (session.kind !== 'viewer') return location.assign(answer.remoteSessionURL);
    const { ticket, study: viewed } = session;
    setOpened({ Viewer, ticket, study: viewed, fullURL: answer.remoteSessionURL });
  };
  return {
    open,
    dialog: opened && (
      <OpenViewer
        opened={opened}
        study={study}
        onReopen={onReopen}
        picture={picture ?? null}
        onClose={close}
      />
    ),
  };
}

interface OpenViewerProps {
  opened: Opened;
  study: SharedStudy;
  picture: string | null;
  onReopen: () => void;
  onClose: () => void;
}

function OpenViewer({ opened, study, picture, onReopen, onClose }: OpenViewerProps) {
  const centre = useIdentity();
  const { Viewer, ticket, fullURL } = opened;
  return (
    <Viewer
      key={ticket}
      ticket={ticket}
      study={opened.study}
      hasVolume={STUDY_TYPES[study.studyType].hasVolume}
      picture={picture}
      day={studyDay(datesOf(study))}
      isUploadDay={!study.examinedAt}
      centreName={centre?.name || undefined}
      explain={(reason, fallback) => explain(reason, hasNoResponse(reason) ? undefined : fallback)}
      onClose={onClose}
      onFull={() => location.assign(fullURL)}
      onReopen={onReopen}
    />
  );
}

/** Loads the viewer's code while the patient looks at the picture, unless the browser is set to save data. */
function usePrefetch(isLoaded: boolean): void {
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (isLoaded && !connection?.saveData) void prefetch(importViewer);
  }, [isLoaded]);
}
