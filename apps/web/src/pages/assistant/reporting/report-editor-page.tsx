import { Suspense } from 'react';
import { Navigate, useParams } from 'react-router';
import { PageSkeleton } from '../../../areas/frame/layout/page-skeleton.tsx';
import { requestViewer } from '../../../areas/studies/studies/queries.ts';
import { ReportEditor } from '../../../areas/reporting/study-reports/editor/editor.tsx';
import { FramedViewer } from '../../../areas/viewing/online-viewer/framed-viewer.tsx';
import { ConnectionBanner } from '../../../shared/connection/connection-banner.tsx';
import { OrNotFound } from '../or-not-found.tsx';

/** Without the menu of the area, so that the viewer and the report have the whole screen. */
export default function ReportEditorPage() {
  const studyID = Number(useParams().studyID);
  return (
    <OrNotFound screen={<Navigate to="/assistant-area/reports/no-draft" replace />}>
      <Suspense fallback={<PageSkeleton />}>
        <ReportEditor
          key={studyID}
          studyID={studyID}
          viewer={({ viewable }) =>
            viewable && <FramedViewer studyID={studyID} requestSession={() => requestViewer(studyID)} />
          }
        />
      </Suspense>
      <ConnectionBanner />
    </OrNotFound>
  );
}
