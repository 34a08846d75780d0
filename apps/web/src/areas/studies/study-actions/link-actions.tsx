import type { DoctorSettings } from '@snimok/contract/people/web-app-settings';
import type { z } from 'zod';
import { ShareButton } from '../../viewing/external-shares/share-button.tsx';
import { AccessButton } from '../../viewing/patient-access/access-button.tsx';

type Settings = z.output<typeof DoctorSettings> | undefined;

/** What the recipient of a doctor's link may be offered. */
export const linkOptionsOf = (settings: Settings) => ({
  viewerEnabled: settings?.studyExternalShareRemoteViewerEnabled === true,
  annotationsEnabled: settings?.studyExternalShareAnnotationsEnabled === true,
});

/** The links to an own patient's study: for the patient, and for colleagues without an account. */
export const LinkActions = ({ studyID, settings }: { studyID: number; settings: Settings }) => (
  <>
    {settings?.patientAccessEnabled && <AccessButton studyID={studyID} />}
    {settings?.studyExternalShareEnabled && (
      <ShareButton scope={{ studyID, side: 'doctor' }} {...linkOptionsOf(settings)} />
    )}
  </>
);
