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
  settings: z.output<typeof AssistantSettings> | undefined;
}

/** An assistant's actions for a done study (product 9.7). */
export function DoneActions({ study, settings }: DoneActionsProps) {
  const { studyID, panoURL, type } = study;
  const { hasVolume, canBeSegmented, canHavePanorama } = STUDY_TYPES[type];
  return (
    <>
      <DownloadButton requestDownload={() => requestDownload(studyID)} />
      {hasVolume && settings?.remoteViewerEnabled && (
        <ViewButton requestSession={() => requestViewer(studyID)} />
      )}
      {canBeSegmented && settings?.threeDSegEnabled && <SegmentationButton studyID={studyID} />}
      {settings?.studyExternalShareEnabled && (
        <ShareButton
          scope={{ studyID, side: 'assistant' }}
          viewerEnabled={settings.studyExternalShareRemoteViewerEnabled}
          // an older server does not send it
          annotationsEnabled={settings.studyExternalShareAnnotationsEnabled !== false}
        />
      )}
      {settings?.patientAccessEnabled && <AccessButton studyID={studyID} />}
      <CopyButton study={study} />
      <DiscButton calls={discCalls(studyID)} />
      {panoURL && settings?.studyReportEnabled && hasOneOf(settings, ['reports']) && (
        <ReportButton studyID={studyID} />
      )}
      {panoURL && canHavePanorama && settings?.panoProtestEnabled && <ProtestButton studyID={studyID} />}
    </>
  );
}
