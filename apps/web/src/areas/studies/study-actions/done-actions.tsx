import type { AssistantSettings } from '@snimok/contract/people/web-app-settings';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { z } from 'zod';
import { hasOneOf } from '../../platform/access/rights.ts';
import { DiscButton } from '../discs/disc-button.tsx';
import { ShareButton } from '../../viewing/external-shares/share-button.tsx';
import { AccessButton } from '../../viewing/patient-access/access-button.tsx';
import { SegmentationButton } from '../../viewing/segmentation-review/segmentation-button.tsx';
import { DownloadButton } from '../studies/download-button.tsx';
import { type AssistantStudy, discCalls, requestDownload, requestViewer } from '../studies/queries.ts';
import { CopyButton } from './copy-button.tsx';
import { ProtestButton } from './protest-button.tsx';
import { ReportButton } from './report-button.tsx';
import { ViewButton } from './view-button.tsx';

interface DoneActionsProps {
  study: AssistantStudy;
  /** decide which of the actions there are */
  settings: z.output<typeof AssistantSettings>;
}

/** An assistant's actions for a done study (product 9.7). */
export const DoneActions = ({ study, settings }: DoneActionsProps) => (
  <>
    <DownloadButton requestDownload={() => requestDownload(study.studyID)} />
    <PictureActions study={study} settings={settings} />
    <HandOutActions study={study} settings={settings} />
    <CopyButton study={study} />
    <DiscButton calls={discCalls(study.studyID)} />
    {study.panoURL && <PanoramaActions study={study} settings={settings} />}
  </>
);

function PictureActions({ study: { studyID, type }, settings }: DoneActionsProps) {
  const { hasVolume, canBeSegmented } = STUDY_TYPES[type];
  return (
    <>
      {hasVolume && settings.remoteViewerEnabled && (
        <ViewButton requestSession={() => requestViewer(studyID)} />
      )}
      {canBeSegmented && settings.threeDSegEnabled && <SegmentationButton studyID={studyID} />}
    </>
  );
}

const HandOutActions = ({ study: { studyID }, settings }: DoneActionsProps) => (
  <>
    {settings.studyExternalShareEnabled && (
      <ShareButton
        scope={{ studyID, side: 'assistant' }}
        viewerEnabled={settings.studyExternalShareRemoteViewerEnabled}
        // an older server does not send it
        annotationsEnabled={settings.studyExternalShareAnnotationsEnabled !== false}
      />
    )}
    {settings.patientAccessEnabled && <AccessButton studyID={studyID} />}
  </>
);

const PanoramaActions = ({ study: { studyID, type }, settings }: DoneActionsProps) => (
  <>
    {settings.studyReportEnabled && hasOneOf(settings, ['reports']) && <ReportButton studyID={studyID} />}
    {STUDY_TYPES[type].canHavePanorama && settings.panoProtestEnabled && <ProtestButton studyID={studyID} />}
  </>
);
